"""Figures: one theme, bands over replicates, labels at the lines; one module per idea."""
