"""The ReLU network that equals a table of two variables: a hat function for each value.

The network is linear on the two triangles into which the diagonal cuts each cell of the grid. A hat
is relu(1 + min(0, u, v) - max(0, u, v)), u and v the distances in spacings; the minimum or maximum
of two numbers is one of them plus or minus a ReLU.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

UNITS_OF_HAT = 5  # two of the first layer, two of the second, one of the third


@dataclass(frozen=True)
class NetworkErrors:
    """Relative errors of trees of networks and of tables, and their largest difference."""

    grid: Int64[np.ndarray, "grid"]
    nodes: int
    network: Float64[np.ndarray, "grid run"]
    table: Float64[np.ndarray, "grid run"]
    difference: Float64[np.ndarray, "grid run"]


def _relu(values: np.ndarray) -> np.ndarray:
    return np.asarray(np.maximum(values, 0.0))


def relu_network(
    table: Float64[np.ndarray, "grid grid"], inputs: Float64[np.ndarray, "*point 2"]
) -> Float64[np.ndarray, "*point"]:
    """Return the output of the network with three hidden layers, hat by hat."""
    grid = len(table)
    total = np.zeros(inputs.shape[:-1])
    for i, j in np.ndindex(grid, grid):
        u, v = inputs[..., 0] * (grid - 1) - i, inputs[..., 1] * (grid - 1) - j
        first = _relu(v - u), _relu(u - v)
        # max(u, v) = u + relu(v - u); -min(u, v) = -u + relu(u - v)
        second = _relu(u + first[0]), _relu(-u + first[1])
        total += table[i, j] * _relu(1 - second[0] - second[1])
    return total


def on_triangles(
    table: Float64[np.ndarray, "grid grid"], inputs: Float64[np.ndarray, "*point 2"]
) -> Float64[np.ndarray, "*point"]:
    """Return the table's values, linear on triangles: from three corners of a point's cell."""
    scaled = inputs * (len(table) - 1)
    low = np.clip(np.floor(scaled).astype(np.int64), 0, len(table) - 2)
    u, v = np.moveaxis(scaled - low, -1, 0)
    i, j = np.moveaxis(low, -1, 0)
    larger, smaller = np.maximum(u, v), np.minimum(u, v)
    across = np.where(u >= v, table[i + 1, j], table[i, j + 1])
    return np.asarray(
        (1 - larger) * table[i, j] + (larger - smaller) * across + smaller * table[i + 1, j + 1]
    )
