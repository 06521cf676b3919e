"""Unit tests of the comparison of optimizers."""
