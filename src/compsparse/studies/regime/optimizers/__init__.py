"""Optimizers: loss at several rates, and what they make of networks pruned by similarity."""
