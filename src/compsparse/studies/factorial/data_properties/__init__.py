"""The data model (document 004, Section 2)."""
