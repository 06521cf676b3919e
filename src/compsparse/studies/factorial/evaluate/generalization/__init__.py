"""Document 004 on unseen inputs (Section 4.4)."""
