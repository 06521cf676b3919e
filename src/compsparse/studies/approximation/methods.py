"""Methods that learn from examples, and targets, by name: the words of figures."""

METHODS = {  # in the order of the legend
    "tree": "tree network",
    "convolution": "convolution",
    "kernel": "radial kernel",
    "shallow": "shallow",
    "dense": "dense, 3 layers",
    "wrong_tree": "tree, wrong wiring",
}
TARGETS = {"tree": "target: a tree", "generic": "target: generic"}
