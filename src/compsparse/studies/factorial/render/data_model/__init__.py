"""Document 004 on the data model (Section 2)."""
