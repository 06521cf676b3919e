"""Depth, with everything else fixed."""
