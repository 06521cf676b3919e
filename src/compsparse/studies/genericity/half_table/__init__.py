"""Boolean functions that are learned from half of their table."""
