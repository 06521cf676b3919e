"""Targets of known structure: trees of constituents, and a generic function of all variables."""
