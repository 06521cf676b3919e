"""Document 004 on compression (Section 4.3)."""
