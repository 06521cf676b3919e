"""Methods of pruning at matched counts of weights, and what they do to the units."""
