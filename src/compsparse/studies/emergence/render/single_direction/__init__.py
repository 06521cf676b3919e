"""Figures of one direction."""
