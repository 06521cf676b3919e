"""Errors of tables as one data frame, and their exponents."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

_ARRAYS = {
    "variables": Int64[np.ndarray, "d"],
    "grid": Int64[np.ndarray, "grid"],
    "axes": Int64[np.ndarray, "d"],
    "tables": Int64[np.ndarray, "d"],
    "order": Int64[np.ndarray, ""],
    "error": Float64[np.ndarray, "d grid run"],
}
KINDS = {
    "trees": "tree of tables",
    "tables": "one table, target a tree",
    "generic": "one table, generic target",
}


def measured(inputs: stats.Inputs, arities: Sequence[int]) -> pd.DataFrame:
    """Return one row per kind, order, arity (0 for one table), d, grid and run.

    ``arities`` are those of the files of trees. ``numbers`` counts the table entries;
    ``intervals`` does so with the intervals of a grid in place of its points, which has the same
    exponent without the curvature of small grids.
    """
    frames = []
    for name, kind in KINDS.items():
        paths = stats.many(inputs, name)
        by_path = arities if name == "trees" else [0] * len(paths)
        for path, arity in zip(paths, by_path, strict=True):
            arrays = stats.read_named_axes(path, _ARRAYS)
            place, grid, run = np.indices(arrays["error"].shape).reshape(3, -1)
            points = arrays["grid"][grid].astype(float)
            axes, tables = arrays["axes"][place], arrays["tables"][place]
            frames.append(
                pd.DataFrame(
                    {
                        "kind": kind,
                        "order": int(arrays["order"]),
                        "arity": arity,
                        "variables": arrays["variables"][place],
                        "grid": points.astype(int),
                        "numbers": tables * points**axes,
                        "intervals": tables * (points - 1) ** axes,
                        "run": run,
                        "error": arrays["error"].reshape(-1),
                    }
                )
            )
    return pd.concat(frames, ignore_index=True)


def exponents(table: pd.DataFrame) -> pd.DataFrame:
    """Return the exponent of the size in the error, by kind, order, arity, d and run.

    ``theory`` is minus the variables of a table over the order of its interpolation.
    """
    keys = ["kind", "order", "arity", "variables", "run"]
    rows = []
    for key, grids in table.groupby(keys, sort=False):
        first = grids.iloc[0]
        slope = stats.log_log_slope(grids["error"].to_numpy(), grids["intervals"].to_numpy())
        axes = float(first["arity"] or first["variables"])
        rows.append((*key, slope, -axes / float(first["order"])))
    return pd.DataFrame(rows, columns=[*keys, "exponent", "theory"])
