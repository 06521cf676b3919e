"""Errors of tables as one data frame, and the exponents in them."""

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


def measured(inputs: stats.Inputs, params: stats.Params) -> pd.DataFrame:
    """Return one row per kind, order, arity (0 for one table), d, grid and run.

    Params: arities, of the trees in their order. ``numbers`` are those that are stored.
    ``intervals`` has the intervals of a grid in place of its points: the same power without the
    bend of small grids.
    """
    frames = []
    for name, kind in KINDS.items():
        paths = stats.many(inputs, name)
        arities = params["arities"] if name == "trees" else [0] * len(paths)
        for path, arity in zip(paths, arities, strict=True):
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
    """Return the power of the error that the numbers grow with, by kind, order, arity, d and run.

    ``theory`` is minus the variables of a table over the order of its pieces.
    """
    keys = ["kind", "order", "arity", "variables", "run"]
    rows = []
    for key, of in table.groupby(keys, sort=False):
        first = of.iloc[0]
        slope = stats.log_log_slope(of["error"].to_numpy(), of["intervals"].to_numpy())
        axes = float(first["arity"] or first["variables"])
        rows.append((*key, slope, -axes / float(first["order"])))
    return pd.DataFrame(rows, columns=[*keys, "exponent", "theory"])
