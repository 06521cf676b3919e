"""Study ``approximation``: who escapes the curse of dimensionality, and why (document 000)."""
