"""Which weights of a student are kept: scores, rounds of pruning, masks of controls."""
