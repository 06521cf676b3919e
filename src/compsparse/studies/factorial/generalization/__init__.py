"""Unseen inputs (document 004, Section 4.4)."""
