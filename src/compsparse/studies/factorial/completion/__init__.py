"""Recommender systems: a conditional distribution from few observed pairs (004, Example 2)."""
