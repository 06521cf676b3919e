"""Weights taken at once, without training again: four scores."""
