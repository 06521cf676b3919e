"""Figures of samples with an adaptive step."""
