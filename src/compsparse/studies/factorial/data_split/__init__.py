"""The data split, the share of inputs seen (document 004, Section 4.4, (P10))."""
