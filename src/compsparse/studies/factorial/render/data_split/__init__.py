"""Document 004 on the share of inputs seen, the data split (Section 4.4, (P10))."""
