"""Evaluation of one direction."""
