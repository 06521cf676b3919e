"""Circuits of linear threshold gates, from Boolean circuits and back to bounded fan-in."""
