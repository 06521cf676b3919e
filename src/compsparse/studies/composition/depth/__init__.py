"""Fewer layers than log2(k) + 1: what the same model learns from the same mixture."""
