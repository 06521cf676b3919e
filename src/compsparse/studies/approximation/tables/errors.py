"""Errors of tables: one over all variables, or one at each node of a tree."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.approximation.tables.local_pieces import interpolate, stencil, tabulate
from compsparse.studies.approximation.target.target import Target
from compsparse.studies.approximation.target.tree import Node, Tree, through
from compsparse.studies.approximation.target.variance import is_constant

_CELLS = 2**22  # values at once: 32 MB


def tree_of_tables(
    tree: Tree, grid: int, order: int, points: Float64[np.ndarray, "point d"]
) -> Float64[np.ndarray, " point"]:
    """Return what the tree gives if every constituent is replaced by a table of grid^arity."""
    levels = [
        [_table(tabulate(of, grid, tree.arity), order) for of in level] for level in tree.levels
    ]
    return through(levels, tree.arity, points)


def _table(table: Float64[np.ndarray, "*grid"], order: int) -> Node:
    """Return a table as a node; cubic pieces may leave [0, 1], where the next table ends."""

    def node(inputs: Float64[np.ndarray, "*point arity"]) -> Float64[np.ndarray, "*point"]:
        return np.asarray(np.clip(interpolate(table, inputs, order), 0.0, 1.0))

    return node


def table_of_all(
    target: Target, grid: int, order: int, points: Float64[np.ndarray, "point d"], *, cells: int
) -> Float64[np.ndarray, " point"]:
    """Return what one table of grid^d values gives; only the values that points need are made.

    Args:
        target: what is tabulated.
        grid: points in each variable.
        order: of the pieces.
        points: in the unit cube.
        cells: values of the target that a point needs, as it is asked.
    """
    index, weights = stencil(points, grid, order)
    places = index / (grid - 1)
    at_once = max(1, _CELLS // cells)
    parts = range(0, len(points), at_once)
    return np.concatenate(
        [target.interpolated(places[at : at + at_once], weights[at : at + at_once]) for at in parts]
    )


def relative_error(
    found: Float64[np.ndarray, " point"], wanted: Float64[np.ndarray, " point"]
) -> float:
    """Return the root mean square error over the standard deviation of what is wanted."""
    spread = float(wanted.std())
    if is_constant(wanted):
        raise ValueError("The target has the same value at all points: its variance is 0.")
    return float(np.sqrt(((found - wanted) ** 2).mean())) / spread
