"""compsparse: the executable companion to the theory of compositional sparsity."""

__version__ = "0.1.0"
