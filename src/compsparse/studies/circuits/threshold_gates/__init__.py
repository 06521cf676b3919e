"""Threshold gates and their bounded-fan-in circuits (Theorem 1, steps 2 and 3)."""
