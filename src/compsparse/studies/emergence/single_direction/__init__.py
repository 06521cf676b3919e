"""One direction (document 003, part I)."""
