"""Three proposed mechanisms that favour compositional solutions (document 001, Figure 7).

Flatness, gradient noise and volume of solutions of equal error. The document does not
define its measures; these are the usual ones.
"""
