"""Evaluation of the student's width."""
