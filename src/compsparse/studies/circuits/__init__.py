"""Study ``circuits``: computable is compositionally sparse (document 000, Theorems 1, 2, 4)."""
