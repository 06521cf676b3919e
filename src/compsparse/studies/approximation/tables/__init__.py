"""Rates without training: interpolated tables over all variables, or at each node of a tree."""
