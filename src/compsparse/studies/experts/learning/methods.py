"""The networks that are compared, by name, at equal numbers of parameters.

The number is that of the network routed by its own codes: a layer for each map, an expert for each
code. All others take the largest width that stays within it.
"""

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
        method: its name.
        codes: E.
        layers: L.
        dimension: inputs and outputs of a map.
        width: hidden units of an expert of the network that is routed by its own codes.
        world: what is missing.
    """
    if world == "swapped":
        method = _SWAPPED.get(method, method)
    separate = [(layer * codes, (layer + 1) * codes) for layer in range(layers)]
    everything = (0, codes * layers)
    limit = sum(Layer(sees, codes, width).parameters(dimension) for sees in separate)
    deep = 1 if world == "one_layer" else layers
    if method in ("own", "crossed"):
        shifted = [*separate[1:], separate[0]]
        sees = separate if method == "own" else shifted
        return tuple(Layer(block, codes, width) for block in sees[-deep:])
    if method == "full_pieces":
        return (Layer(everything, codes**layers, width),)
    number, experts, blocks = {
        "free": (deep, codes, [everything] * deep),
        "sparse": (deep, codes, [everything] * deep),
        "flat": (1, codes * layers, [everything]),
        "pieces": (1, codes**layers, [everything]),
        "dense_own": (layers, 0, separate),
        "dense_all": (layers, 0, [everything] * layers),
    }[method]
    if world == "codeless" and not experts:
        blocks = [(0, 0)] * layers
    return _within(limit, blocks[:number], experts, dimension)


def _within(
    limit: int, blocks: list[tuple[int, int]], experts: int, dimension: int
) -> tuple[Layer, ...]:
    """Return the widest layers that have together no more parameters; at least one unit wide."""

    def made(width: int) -> tuple[Layer, ...]:
        return tuple(Layer(sees, experts, width) for sees in blocks)

    width = 1
    while sum(layer.parameters(dimension) for layer in made(width + 1)) <= limit:
        width += 1
    return made(width)
