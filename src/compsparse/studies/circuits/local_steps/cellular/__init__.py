"""Cellular automata on blocks of 2 x 2 cells (Margolus 1984), and tables that learn their steps."""
