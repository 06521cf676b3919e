"""Finding a hidden factorization of small token sets (document 004, Section 3.2, Appendix A)."""
