"""Optimizers: loss at several learning rates, and their influence on pruned networks."""
