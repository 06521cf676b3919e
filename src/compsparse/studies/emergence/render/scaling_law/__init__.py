"""Figures of the exponents of time, loss and dimension."""
