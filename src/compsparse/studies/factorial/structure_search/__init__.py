"""Finding the hidden factorization (document 004, Section 3.2, Appendix A)."""
