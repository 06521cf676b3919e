"""The constructed transformer: weights with which log2(k) + 1 layers compose."""
