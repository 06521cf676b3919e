"""Worlds of the study ``circuits``."""
