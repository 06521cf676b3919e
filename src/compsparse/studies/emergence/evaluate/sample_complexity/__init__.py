"""Evaluation of samples with an adaptive step."""
