"""Errors of tables: one over all variables, or one at each node of a tree."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.approximation.tables.local_pieces import (
    Order,
    interpolate,
    stencil,
    tabulate,
)
from compsparse.studies.approximation.target.target import Target
from compsparse.studies.approximation.target.tree import Node, Tree, evaluate_levels
from compsparse.studies.approximation.target.variance import require_variance

_CELLS = 2**22  # values that are computed together: 32 MB


@dataclass(frozen=True)
class TableErrors:
    """Relative errors at several d and grids.

    Attributes:
        variables: values of d.
        grid: points in each variable.
        axes: variables of a table.
        tables: their number.
        order: of the local interpolation.
        error: each run has its own random points.
    """

    variables: Int64[np.ndarray, "d"]
    grid: Int64[np.ndarray, "grid"]
    axes: Int64[np.ndarray, "d"]
    tables: Int64[np.ndarray, "d"]
    order: int
    error: Float64[np.ndarray, "d grid run"]


def tree_of_tables(
    tree: Tree, grid: int, order: Order, points: Float64[np.ndarray, "point d"]
) -> Float64[np.ndarray, " point"]:
    """Return the values of the tree with each constituent replaced by a table of grid^arity."""

    def table_of(node: Node) -> Node:
        table = tabulate(node, grid, tree.arity)
        # cubic pieces may leave [0, 1]
        return lambda inputs: np.clip(interpolate(table, inputs, order), 0.0, 1.0)

    levels = [[table_of(node) for node in level] for level in tree.levels]
    return evaluate_levels(levels, tree.arity, points)


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
    require_variance(wanted)
    return float(np.sqrt(((found - wanted) ** 2).mean())) / float(wanted.std())
