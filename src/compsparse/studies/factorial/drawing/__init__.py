"""What figures of several themes have in common: curves, styles, notation."""
