"""The edge case k = 2 and what lies beyond the theorem (document 003, part I)."""
