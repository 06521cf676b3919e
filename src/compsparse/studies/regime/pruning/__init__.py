"""Pruning of trained networks: by similarity, magnitude, gradient, at random, or to a wiring."""
