"""Errors of tables: one over all variables, or one at each node of a tree."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.approximation.tables.local_pieces import (
    Order,
    interpolate,
    stencil,
    tabulate,
)
from compsparse.studies.approximation.target.target import Target, require_variance
from compsparse.studies.approximation.target.tree import Tree, evaluate_levels

_CELLS = 2**22  # values that are computed together: 32 MB
Read = Callable[[np.ndarray, np.ndarray], np.ndarray]  # of a table and points


@dataclass(frozen=True)
class TableErrors:
    """Relative errors at several d and grids.

    ``axes`` are variables of a table, ``tables`` counts them; each run has its own random points.
    """

    variables: Int64[np.ndarray, "d"]
    grid: Int64[np.ndarray, "grid"]
    axes: Int64[np.ndarray, "d"]
    tables: Int64[np.ndarray, "d"]
    order: int
    error: Float64[np.ndarray, "d grid run"]


def pieces(order: Order) -> Read:
    """Return local interpolation within [0, 1], which cubic pieces may leave."""
    return lambda table, inputs: np.clip(interpolate(table, inputs, order), 0.0, 1.0)


def tree_of_tables(
    tree: Tree, grid: int, read: Read, points: Float64[np.ndarray, "point d"]
) -> Float64[np.ndarray, " point"]:
    """Return the values of a tree with a table of grid^arity values at each node.

    ``read`` gives a table's values at points.
    """
    levels = [
        [partial(read, tabulate(node, grid, tree.arity)) for node in level] for level in tree.levels
    ]
    return evaluate_levels(levels, tree.arity, points)


def table_of_all_variables(
    target: Target, grid: int, order: Order, points: Float64[np.ndarray, "point d"], *, cells: int
) -> Float64[np.ndarray, " point"]:
    """Return the values of one table of grid^d values, of which only those needed are computed.

    ``cells`` is how many values of the target a point takes.
    """
    index, weights = stencil(points, grid, order)
    places = index / (grid - 1)
    size = max(1, _CELLS // cells)
    parts = [slice(start, start + size) for start in range(0, len(points), size)]
    return np.concatenate([target.interpolated(places[part], weights[part]) for part in parts])


def relative_error(
    found: Float64[np.ndarray, " point"], wanted: Float64[np.ndarray, " point"]
) -> float:
    """Return the root mean square error over the standard deviation of the target."""
    require_variance(wanted)
    return float(np.sqrt(((found - wanted) ** 2).mean())) / float(wanted.std())
