"""A constructed transformer of log2(k) + 1 layers that composes k permutations."""
