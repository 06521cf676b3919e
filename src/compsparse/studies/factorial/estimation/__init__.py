"""Estimators of conditional distributions from samples (document 004, Section 3.2)."""
