"""Training: a corpus becomes word counts, and word counts become a tokenizer."""
