"""Which wiring fits a table of the user: channels of every balanced split, and the best tree."""
