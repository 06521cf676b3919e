"""Scores of trained networks beside the error at which they were reached, and the null."""
