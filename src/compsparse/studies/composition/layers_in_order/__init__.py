"""Layers are learned one after the other: what a frozen one keeps from the later ones, and when."""
