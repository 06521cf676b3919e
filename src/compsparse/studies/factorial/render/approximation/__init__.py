"""Document 004 on approximation complexity (Section 3.1)."""
