"""Turing machines: what they are, how they run, and a library with what each one computes."""
