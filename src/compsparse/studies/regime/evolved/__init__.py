"""Pictures of Picbreeder, on request (document 001, Figures 10 to 23 and 30 to 37)."""
