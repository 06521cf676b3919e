"""Local interpolation of a table on a uniform grid of [0, 1]^k.

The error of a smooth function falls as the spacing to the power of the order m: 1 takes the nearest
value, 2 is linear in each variable, 4 the cubic through the four nearest grid points of each. A
point needs m^k values of the table.
"""

from collections.abc import Callable
from typing import Literal

import numpy as np
from jaxtyping import Float64, Int64

_ENTRIES = 2**16  # of a table that are read together, so that they stay in the cache
Order = Literal[1, 2, 4]
Function = Callable[[Float64[np.ndarray, "*point k"]], Float64[np.ndarray, "*point"]]


def stencil(
    places: Float64[np.ndarray, "*point"], grid: int, order: Order
) -> tuple[Int64[np.ndarray, "*point order"], Float64[np.ndarray, "*point order"]]:
    """Return the grid points that determine the value at a place in [0, 1], and their weights."""
    scaled = places * (grid - 1)
    if order == 1:
        nearest = np.clip(np.rint(scaled), 0, grid - 1).astype(np.int64)
        return nearest[..., None], np.ones((*places.shape, 1))
    first = np.clip(np.floor(scaled).astype(np.int64) - (order // 2 - 1), 0, grid - order)
    nodes = np.arange(order)
    offset = (scaled - first)[..., None]
    weights = np.ones((*places.shape, order))
    for node in nodes:
        for other in nodes[nodes != node]:
            weights[..., node] *= (offset[..., 0] - other) / (node - other)
    return first[..., None] + nodes, weights


def interpolate(
    table: Float64[np.ndarray, "*grid"], inputs: Float64[np.ndarray, "*point k"], order: Order
) -> Float64[np.ndarray, "*point"]:
    """Return the values at points; the table has an axis for each variable."""
    grid, variables = table.shape[0], inputs.shape[-1]
    places = inputs.reshape(-1, variables)
    size = max(1, _ENTRIES // order**variables)
    parts = (places[start : start + size] for start in range(0, len(places), size))
    found = [_interpolated(table.reshape(-1), grid, part, order) for part in parts]
    return np.concatenate(found).reshape(inputs.shape[:-1])


def _interpolated(
    entries: Float64[np.ndarray, " entry"], grid: int, places: np.ndarray, order: Order
) -> Float64[np.ndarray, " point"]:
    """Return values from all corners of a point's cell, weighted variable by variable."""
    index, weights = stencil(places, grid, order)  # [point, variable, order]
    number, variables, _ = index.shape
    corners = index[:, 0]
    for axis in range(1, variables):
        corners = (corners[:, :, None] * grid + index[:, axis, None]).reshape(number, -1)
    values = entries[corners]
    for axis in reversed(range(variables)):
        values = np.einsum("pco,po->pc", values.reshape(number, -1, order), weights[:, axis])
    return np.asarray(values[:, 0])


def tabulate(function: Function, grid: int, variables: int) -> Float64[np.ndarray, "*grid"]:
    """Return the values of a function on the uniform grid, an axis for each variable."""
    axis = np.linspace(0.0, 1.0, grid)
    points = np.stack(np.meshgrid(*[axis] * variables, indexing="ij"), axis=-1)
    return np.asarray(function(points))
