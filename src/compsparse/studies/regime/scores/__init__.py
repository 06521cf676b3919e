"""Scores of trained networks, and the null of dense networks at the same error."""
