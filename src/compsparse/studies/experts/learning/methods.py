"""The networks that are compared, by name, at equal numbers of parameters.

The number is that of the network routed by its own codes: a layer for each map, an expert for each
code. All others take the largest width that stays within it.
"""

from collections.abc import Sequence
from typing import Literal, get_args

from compsparse.studies.experts.learning.network import Layer
from compsparse.studies.experts.worlds import World

# Routed layers, of which layer l sees its own code, the next layer's (crossed), or all codes (free;
# sparse: with a sum of absolute router weights in the loss). One layer of L E experts (flat), or of
# E^L experts as large (pieces) or as large as fits (full_pieces: without the limit). Dense layers
# that see their own code or all.
Method = Literal[
    "own", "free", "sparse", "crossed", "flat", "pieces", "full_pieces", "dense_own", "dense_all"
]
METHODS: tuple[Method, ...] = get_args(Method)
_SWAPPED: dict[Method, Method] = {"own": "crossed", "crossed": "own"}


def network_of(
    method: Method, codes: int, layers: int, dimension: int, width: int, world: World = "none"
) -> tuple[Layer, ...]:
    """Return the layers of a method for so many codes of so many layers.

    Args:
        dimension: inputs and outputs of a map.
        width: hidden units of an expert of the network that is routed by its own codes.
    """
    if world == "swapped":
        method = _SWAPPED.get(method, method)
    separate = [(layer * codes, (layer + 1) * codes) for layer in range(layers)]
    everything = [(0, codes * layers)]
    deep = 1 if world == "one_layer" else layers
    experts, sees = {
        "own": (codes, separate[-deep:]),
        "crossed": (codes, [*separate[1:], separate[0]][-deep:]),
        "free": (codes, everything * deep),
        "sparse": (codes, everything * deep),
        "flat": (codes * layers, everything),
        "pieces": (codes**layers, everything),
        "full_pieces": (codes**layers, everything),
        "dense_own": (0, separate),
        "dense_all": (0, everything * layers),
    }[method]
    if world == "codeless" and not experts:
        sees = [(0, 0)] * layers

    def made(width: int) -> tuple[Layer, ...]:
        return tuple(Layer(block, experts, width) for block in sees)

    if method in ("own", "crossed", "full_pieces"):
        return made(width)
    limit = size_of([Layer(block, codes, width) for block in separate], dimension)
    widest = 1
    while size_of(made(widest + 1), dimension) <= limit:
        widest += 1
    return made(widest)


def size_of(layers: Sequence[Layer], dimension: int) -> int:
    """Return the number of parameters, for so many inputs and outputs of each layer."""
    return sum(layer.parameters(dimension) for layer in layers)
