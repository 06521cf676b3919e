"""Errors of tables: one over all variables, or one at each node of a tree."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.tables.local_pieces import (
    Order,
    interpolate,
    stencil,
    tabulate,
)
from compsparse.studies.approximation.target.target import Target
from compsparse.studies.approximation.target.tree import Node, Tree, evaluate_levels
from compsparse.studies.approximation.target.variance import is_constant

_CELLS = 2**22  # values that are computed together: 32 MB


def tree_of_tables(
    tree: Tree, grid: int, order: Order, points: Float64[np.ndarray, "point d"]
) -> Float64[np.ndarray, " point"]:
    """Return the values of the tree with each constituent replaced by a table of grid^arity."""
    levels = [
        [_table(tabulate(node, grid, tree.arity), order) for node in level] for level in tree.levels
    ]
    return evaluate_levels(levels, tree.arity, points)


def _table(table: Float64[np.ndarray, "*grid"], order: Order) -> Node:
    """Return a table as a node; values are clipped to [0, 1], which cubic pieces may leave."""

    def node(inputs: Float64[np.ndarray, "*point arity"]) -> Float64[np.ndarray, "*point"]:
        return np.asarray(np.clip(interpolate(table, inputs, order), 0.0, 1.0))

    return node


def table_of_all_variables(
    target: Target, grid: int, order: Order, points: Float64[np.ndarray, "point d"], *, cells: int
) -> Float64[np.ndarray, " point"]:
    """Return the values of one table of grid^d values, of which only those needed are computed.

    Args:
        target: what is tabulated.
        grid: points in each variable.
        order: of the local interpolation.
        points: in the unit cube.
        cells: values of the target that are computed for a point.
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
    deviation = float(wanted.std())
    if is_constant(wanted):
        raise ValueError("The target has the same value at all points: its variance is 0.")
    return float(np.sqrt(((found - wanted) ** 2).mean())) / deviation
