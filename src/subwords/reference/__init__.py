"""The reference engine: one stage or algorithm per module, pure Python, written to be read."""
