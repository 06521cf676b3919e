"""Numbers that one error takes, against d."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.tables.measured import measured


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per kind, order, arity, d and run: log10 of the numbers at an error.

    Params: error, relative. Numbers between and beyond grids follow the power that was measured;
    ``beyond`` tells where no grid was as good.
    """
    rows = []
    keys = ["kind", "order", "arity", "variables", "run"]
    for key, of in measured(inputs, params).groupby(keys, sort=False):
        # from coarse to fine; in logarithms, straight but for the first grids
        error, numbers = np.log10(of["error"].to_numpy()), np.log10(of["numbers"].to_numpy())
        wanted = np.log10(params["error"])
        beyond = not error.min() <= wanted <= error.max()
        if beyond:
            one, other = (-1, -2) if wanted < error.min() else (0, 1)
            slope = (numbers[one] - numbers[other]) / (error[one] - error[other])
            size = numbers[one] + slope * (wanted - error[one])
        else:
            size = float(np.interp(-wanted, -error, numbers))
        rows.append((*key, size, beyond))
    table = pd.DataFrame(rows, columns=[*keys, "log10_numbers", "beyond"])
    statistics = {}
    for (arity, order), of in table[table["arity"] > 0].groupby(["arity", "order"]):
        slopes = [
            stats.least_squares_slope(
                np.log10(one["variables"].to_numpy(float)), one["log10_numbers"].to_numpy()
            )
            for _, one in of.groupby("run")
        ]
        statistics[f"tree_power_arity_{arity}_order_{order}"] = stats.MeanOf(np.array(slopes))
    return stats.Evaluation(table, statistics)
