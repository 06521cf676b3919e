"""Accuracy of the offline judge (document 001, Figure 1, whose judge model is not public)."""
