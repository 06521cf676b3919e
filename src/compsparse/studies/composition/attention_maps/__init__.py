"""Maps of attention: of the construction, and after training."""
