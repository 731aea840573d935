"""Tokenizers: plug-ins that count a model's tokens; each module ends with `TOKENIZER`."""
