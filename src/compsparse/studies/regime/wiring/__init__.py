"""Which connections remain: a genome's wiring and controls of equal counts (Figures 1, 2 and 7)."""
