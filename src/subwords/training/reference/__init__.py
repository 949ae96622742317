"""Readable trainers, one algorithm per module; the native ones give the same bytes."""
