"""Unit tests of the comparison of methods of pruning."""
