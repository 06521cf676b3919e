"""A single pass over the data (document 004, Section 4.2)."""
