"""The staircase of skills (document 003, part I)."""
