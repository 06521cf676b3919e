"""Tasks given in params.yaml: hidden permutations that a reader writes down."""
