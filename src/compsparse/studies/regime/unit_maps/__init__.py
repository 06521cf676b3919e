"""Maps of hidden units: which are shown, how they stand in tables, and how they are drawn."""
