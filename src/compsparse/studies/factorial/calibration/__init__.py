"""The choice of model and optimizer (document 004, Appendix B)."""
