"""Document 004 on examples and discussion (Sections 2.1 and 5)."""
