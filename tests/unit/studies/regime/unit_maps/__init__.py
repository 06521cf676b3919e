"""Unit tests of maps of hidden units."""
