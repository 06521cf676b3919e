"""Which wiring fits a table of one's own: channels of every balanced split, and the best tree."""
