"""Kills at random instants: ``python -m tests.faults --kills 100 --seed 0``."""
