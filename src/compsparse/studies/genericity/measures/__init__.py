"""Two measures of how rare functions without a footprint are: over shifts, and over functions."""
