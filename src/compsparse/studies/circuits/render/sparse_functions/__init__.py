"""Figures of what sparse and generic functions cost, and physical systems."""
