"""Document 004 on the choice of model and optimizer (Appendix B)."""
