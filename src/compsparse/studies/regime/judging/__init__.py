"""Judging networks: change one weight, and see whether the change of the picture has a meaning."""
