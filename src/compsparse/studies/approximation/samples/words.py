"""Names of methods in figures, in the order of the legend."""

METHODS = {
    "tree": "tree network",
    "convolution": "convolution",
    "tree_kernel": "tree kernel",
    "kernel": "radial kernel",
    "shallow": "shallow",
    "dense": "dense, 3 layers",
    "wrong_tree": "tree, wrong wiring",
}
TARGETS = {"tree": "target: a tree", "generic": "target: generic"}
