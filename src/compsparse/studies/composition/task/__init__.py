"""The task: hidden permutations, sequences of permutations that are read, and hops."""
