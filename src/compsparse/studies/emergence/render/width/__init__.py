"""Figures of the student's width."""
