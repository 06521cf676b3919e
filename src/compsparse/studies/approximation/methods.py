"""Methods that learn from examples, and targets, by name: the words of figures."""

METHODS = {  # in the order of the legend
    "tree": "tree network",
    "convolution": "convolution",
    "tree_kernel": "tree kernel",
    "kernel": "radial kernel",
    "shallow": "shallow",
    "dense": "dense, 3 layers",
    "wrong_tree": "tree, wrong wiring",
}
KERNELS = ("kernel", "tree_kernel")
METHODS_AT_EVERY_D = ("tree", "kernel")
TARGETS = {"tree": "target: a tree", "generic": "target: generic"}
