"""Examples and discussion (document 004, Sections 2.1 and 5)."""
