"""Methods of pruning at equal counts (document 001, Figures 8, 14 to 23 and 30 to 37).

And pictures from outside of Picbreeder (Figures 5 and 24 to 29).
"""
