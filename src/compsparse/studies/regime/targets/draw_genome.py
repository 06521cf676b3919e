"""The image of a genome.

The inputs at row i and column j of an image of n x n pixels are x = t_j, y = t_i,
d = 1.4 sqrt(x^2 + y^2) and 1, with t_i = -1 + 2 i / (n - 1); row 0 is the top. Every other node
has the value f(z), z the sum of weight times value over its incoming edges. Outputs h, s, v stand
for the hue h modulo 1, the saturation s clipped to [0, 1], the brightness |v| clipped to [0, 1]. A
genome with the single output ink is grey: v = ink, h = s = 0.

Everything is in float64 and independent of the code of networks, so that each tests the other.
"""

from collections.abc import Callable, Iterator

import numpy as np
from jaxtyping import Float64

from compsparse.studies.regime.network.pixels import DISTANCE, coordinates
from compsparse.studies.regime.network.shape import OUTPUTS
from compsparse.studies.regime.targets.genome import Genome, Node

Map = Float64[np.ndarray, "row column"]

_FUNCTIONS: dict[str, Callable[[Map], Map]] = {
    "identity": lambda z: z,
    "gaussian": lambda z: 2 * np.exp(-z * z) - 1,
    "sigmoid": lambda z: np.tanh(0.5 * z),
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "relu": lambda z: np.maximum(z, 0.0),
}


def draw_genome(genome: Genome, size: int) -> Float64[np.ndarray, "row column channel"]:
    """Return red, green and blue in [0, 1] of the image of size x size pixels."""
    return _painted(genome, {node.id: value for node, _, value in evaluated(genome, size)})


def evaluated(genome: Genome, size: int) -> Iterator[tuple[Node, Map, Map]]:
    """Yield each node with the sum z of its inputs and its value f(z), after its sources."""
    along = coordinates(size)
    y, x = np.meshgrid(along, along, indexing="ij")
    inputs = {"x": x, "y": y, "d": DISTANCE * np.hypot(x, y), "bias": np.ones_like(x)}
    maps: dict[str, Map] = {}
    for node in genome.order:
        total = np.zeros_like(x)
        for number in genome.incoming[node.id]:
            edge = genome.edges[number]
            total += edge.weight * maps[edge.source]
        given = inputs[node.label] if node.role == "input" else None
        maps[node.id] = _FUNCTIONS[node.activation](total) if given is None else given
        yield node, total, maps[node.id]


def _painted(genome: Genome, maps: dict[str, Map]) -> Float64[np.ndarray, "row column channel"]:
    """Return red, green and blue of the values of the genome's output nodes."""
    missing = np.zeros_like(next(iter(maps.values())))
    hue, saturation, brightness = (
        maps[genome.outputs[label]] if label in genome.outputs else missing for label in OUTPUTS
    )
    s = np.clip(saturation, 0.0, 1.0)
    v = np.minimum(np.abs(brightness), 1.0)
    sixths = 6 * np.mod(hue, 1.0)
    channels = []
    for offset in (5.0, 3.0, 1.0):  # red, green, blue; the six sectors in one formula
        k = np.mod(offset + sixths, 6.0)
        channels.append(v - v * s * np.clip(np.minimum(k, 4 - k), 0.0, 1.0))
    return np.stack(channels, axis=-1)
