"""Which connections remain: the wiring of a built genome against controls of equal counts."""
