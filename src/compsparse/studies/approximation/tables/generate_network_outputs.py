"""Step ``generate``: trees of ReLU networks beside the trees of tables that they equal.

The ReLU network that equals a table of two variables: a hat function for each value.

The network is linear on the two triangles into which the diagonal cuts each cell of the grid. A hat
is relu(1 + min(0, u, v) - max(0, u, v)), u and v the distances in spacings; the minimum or maximum
of two numbers is one of them plus or minus a ReLU.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.approximation.tables.errors import relative_error, tree_of_tables
from compsparse.studies.approximation.target.target import TreeTarget, draw_target
from compsparse.studies.approximation.target.tree import Tree
from workflow_engine.artifacts.named_axes import arrays_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

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


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    target: TreeTarget,
    variables: int,
    grids: Sequence[int],
    points: int,
    runs: int,
) -> Outputs:
    """Return ``NetworkErrors`` at random ``points``, for a target that is a tree in no world."""
    of_networks, of_tables, difference = np.empty((3, len(grids), runs))
    for run in range(runs):
        random = generator(root_seed, *seed_names, run)
        tree = draw_target(target, variables, root_seed, run)
        assert isinstance(tree, Tree)
        places = random.random((points, variables))
        wanted = tree(places)
        for row, grid in enumerate(grids):
            network = tree_of_tables(tree, grid, relu_network, places)
            table = tree_of_tables(tree, grid, on_triangles, places)
            of_networks[row, run] = relative_error(network, wanted)
            of_tables[row, run] = relative_error(table, wanted)
            difference[row, run] = np.abs(network - table).max()
    found = NetworkErrors(np.array(grids), variables - 1, of_networks, of_tables, difference)
    return {"data": arrays_of(found)}
