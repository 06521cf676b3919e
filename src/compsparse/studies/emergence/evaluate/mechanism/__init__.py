"""Evaluation of the mechanism of the proof sketch."""
