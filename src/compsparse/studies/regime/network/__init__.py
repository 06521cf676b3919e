"""Layered networks that paint: from the coordinates of a pixel to its colour."""
