"""How large the gradient at the start is, over all parities of a degree."""
