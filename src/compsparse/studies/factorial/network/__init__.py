"""The network of document 004, Appendix B: forward, gradient by hand, exact loss, compute."""
