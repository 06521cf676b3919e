"""Real functions at finite precision (Lemmas 1 and 2, Theorem 2)."""
