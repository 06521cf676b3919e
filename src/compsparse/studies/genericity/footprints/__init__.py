"""Footprints in closed form, against examples."""
