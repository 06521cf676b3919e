"""Targets of large leap on small and on large batches."""
