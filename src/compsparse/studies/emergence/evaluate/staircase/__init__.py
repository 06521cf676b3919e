"""Evaluation of the staircase of skills."""
