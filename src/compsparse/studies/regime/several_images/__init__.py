"""Several pictures in one network (document 001, Figures 42 to 44)."""
