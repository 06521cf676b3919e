"""Are networks outside of the regime compositional? Document 001, What would settle it."""
