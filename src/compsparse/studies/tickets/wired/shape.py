"""The four wirings: networks with equal widths of levels, on a binary tree, without biases."""

from typing import Literal, get_args

from compsparse.ensembles.wirings.shape import Shape, bit_reversed, dense, tree

Wiring = Literal["dense", "right", "wrong", "convolution"]
WIRINGS: tuple[Wiring, ...] = get_args(Wiring)


def network_shape(wiring: Wiring, variables: int, channels: int) -> Shape:
    """Return a network; a dense level is as wide as all nodes of the tree network's together.

    Raises:
        ValueError: a number of variables that is no power of two.
    """
    wired = tree(variables, channels, shared=wiring == "convolution", biases=False)
    if wiring != "dense":
        return wired
    widths = [level.nodes * level.outputs for level in wired.levels[:-1]]
    return dense(variables, widths, biases=False)


def variable_order(wiring: Wiring, variables: int) -> list[int]:
    """Return the order in which a network reads the variables, bit-reversed if it is wrong."""
    return bit_reversed(variables).tolist() if wiring == "wrong" else list(range(variables))
