"""Worlds in which a structure that the document's statements rest on is taken away."""
