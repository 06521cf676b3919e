"""One network for several pictures, told by a further input (document 001, Figures 42 to 44)."""
