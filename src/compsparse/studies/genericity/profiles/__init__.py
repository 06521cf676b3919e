"""Degrees of functions under a shift of the origin: two readings of invariant structure."""
