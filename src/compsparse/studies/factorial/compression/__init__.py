"""Compression (document 004, Section 4.3)."""
