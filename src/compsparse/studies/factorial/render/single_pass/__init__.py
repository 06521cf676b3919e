"""Document 004 on a single pass over the data (Section 4.2)."""
