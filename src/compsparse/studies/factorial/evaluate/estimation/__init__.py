"""Document 004 on statistical complexity (Section 3.2)."""
