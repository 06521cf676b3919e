"""Document 004 on finding the hidden factorization (Section 3.2, Appendix A)."""
