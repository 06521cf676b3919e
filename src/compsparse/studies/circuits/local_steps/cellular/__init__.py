"""Cellular automata whose steps act on blocks of 2 x 2 cells, and tables that learn such steps.

Margolus (1984), "Physics-like models of computation".
"""
