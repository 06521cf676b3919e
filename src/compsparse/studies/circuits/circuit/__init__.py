"""Boolean circuits: what they are, how to build, simplify and evaluate them."""
