"""How many steps a network takes, target by target, at equal rates, widths and batches."""
