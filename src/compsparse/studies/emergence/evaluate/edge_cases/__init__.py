"""Evaluation of the edge case k = 2 and what lies beyond the theorem."""
