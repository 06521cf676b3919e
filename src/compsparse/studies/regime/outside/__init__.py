"""Pictures from outside of Picbreeder (document 001, Figures 5 and 24 to 29)."""
