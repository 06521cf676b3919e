"""Learning single steps of a computation (Figure 10.2, decision trees)."""
