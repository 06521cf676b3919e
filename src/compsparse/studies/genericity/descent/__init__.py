"""Steps that networks take: against the shift, and against footprint and leap."""
