"""Errors of tables as one data frame."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.tables.errors import TableErrors

KEYS = ["kind", "order", "arity", "variables", "run"]
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
            found = stats.read_dataclass(path, TableErrors)
            place, grid, run = np.indices(found.error.shape).reshape(3, -1)
            points = found.grid[grid].astype(float)
            axes, tables = found.axes[place], found.tables[place]
            columns = {
                "kind": kind,
                "order": found.order,
                "arity": arity,
                "variables": found.variables[place],
                "grid": found.grid[grid],
                "numbers": tables * points**axes,
                "intervals": tables * (points - 1) ** axes,
                "run": run,
                "error": found.error.reshape(-1),
            }
            frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)
