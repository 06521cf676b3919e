"""The transformer that is written down: weights of which log2(k) + 1 layers compose."""
