"""Three mechanisms that are to draw training to compositional solutions (document 001, Figure 7).

Flatness, gradient noise and volume of solutions of equal error. The document's own measures are not
in the text at hand; these are the usual ones.
"""
