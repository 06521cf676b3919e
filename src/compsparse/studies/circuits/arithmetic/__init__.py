"""Adders and comparators of numbers in binary, as gates of at most three sources."""
