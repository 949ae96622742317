"""The components of a Hugging Face ``tokenizer.json``, one module per family."""
