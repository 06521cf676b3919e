"""Polynomials on n bits under shifts and biased inputs: profiles of degrees, footprint, leap."""
