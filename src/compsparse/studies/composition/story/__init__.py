"""The question where the football is, in words, as a composition of permutations."""
