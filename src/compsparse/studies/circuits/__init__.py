"""Study ``circuits``: what is efficiently computable is compositionally sparse (document 000).

From Turing machines to circuits, to networks, and to next-token predictors; Theorems 1, 2 and 4.
"""
