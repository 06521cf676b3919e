"""Deterministic finite automata, and decision trees that learn to be one."""
