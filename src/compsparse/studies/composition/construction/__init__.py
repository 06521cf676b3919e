"""A transformer of log2(k) + 1 layers, written down, that composes k permutations."""
