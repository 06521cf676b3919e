"""Figures of the staircase of skills."""
