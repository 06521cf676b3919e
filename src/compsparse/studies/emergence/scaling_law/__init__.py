"""The exponents of time, loss and dimension (document 003, part I)."""
