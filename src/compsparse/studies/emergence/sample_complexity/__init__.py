"""Samples with an adaptive step (document 003, part I)."""
