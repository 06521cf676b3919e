"""Training histories, and what is read from their curves in several themes."""
