"""Figures of threshold gates and their bounded-fan-in circuits."""
