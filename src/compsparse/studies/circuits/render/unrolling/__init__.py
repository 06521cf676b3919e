"""Figures of Turing machines unrolled into circuits (Theorem 1)."""
