"""Rates without training: tables of local pieces, over all variables or at each node of a tree."""
