"""The table entries that a given error takes, against d."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.tables.measured import KEYS, measured


@stats.evaluates
def run(inputs: stats.Inputs, *, arities: Sequence[int], error: float) -> stats.Evaluation:
    """Return one row per kind, order, arity, d and run: log10 of the entries at a relative error.

    Between grids, logarithms are interpolated linearly; ``beyond`` the grids, extrapolated.
    ``arities`` are those of the files of trees.
    """
    rows = []
    for key, grids in measured(inputs, arities).groupby(KEYS, sort=False):
        # from coarse to fine; a straight line but for the first grids
        errors, numbers = (np.log10(grids[name].to_numpy()) for name in ("error", "numbers"))
        wanted = np.log10(error)
        beyond = not errors.min() <= wanted <= errors.max()
        if beyond:
            last, before = (-1, -2) if wanted < errors.min() else (0, 1)
            slope = (numbers[last] - numbers[before]) / (errors[last] - errors[before])
            size = numbers[last] + slope * (wanted - errors[last])
        else:
            size = float(np.interp(-wanted, -errors, numbers))
        rows.append((*key, size, beyond))
    table = pd.DataFrame(rows, columns=[*KEYS, "log10_numbers", "beyond"])
    statistics = {}
    for (arity, order), trees in table[table["arity"] > 0].groupby(["arity", "order"]):
        slopes = [
            stats.least_squares_slope(
                np.log10(by_run["variables"].to_numpy(float)), by_run["log10_numbers"].to_numpy()
            )
            for _, by_run in trees.groupby("run")
        ]
        statistics[f"tree_power_arity_{arity}_order_{order}"] = stats.MeanOf(np.array(slopes))
    return stats.Evaluation(table, statistics)
