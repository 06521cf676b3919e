"""Which weights of a student stay: scores, rounds of pruning, masks of controls."""
