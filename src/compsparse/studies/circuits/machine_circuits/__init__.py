"""Theorem 1: from a machine with a time bound to circuits, stage by stage."""
