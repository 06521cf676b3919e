"""Layered networks from the coordinates of a pixel to its colour, and their training."""
