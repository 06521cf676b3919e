"""The power of n that steps grow with, for each leap."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.genericity.learning.chosen import chosen_table, read_trained


@stats.evaluates
def run(
    inputs: stats.Inputs, *, variables: Sequence[int], leaps: Sequence[int]
) -> stats.Evaluation:
    """Return one row per run, n and leap; ``slope_<leap>`` is of log steps in log n.

    Numbers of variables at which a run did not learn are left out of its slope; where fewer than
    three are left the slope is that of all, with one look more than there were for those, which is
    at most the true one.
    """
    names = [f"leap_{leap}" for leap in leaps]
    tables = [
        chosen_table(read_trained(path, names), names).assign(variables=number)
        for path, number in zip(stats.many(inputs, "models"), variables, strict=True)
    ]
    table = pd.concat(tables, ignore_index=True)
    table["leap"] = table["target"].str.removeprefix("leap_").astype(int)
    slopes = {}
    for leap, rows in table.groupby("leap"):
        by_run = []
        for _, of_run in rows.groupby("run"):
            used = of_run[of_run["learned"]] if of_run["learned"].sum() >= 3 else of_run
            x, y = np.log(used["variables"]), np.log(used["steps"])
            by_run.append(float(np.polyfit(x, y, 1)[0]))
        slopes[leap] = np.array(by_run)
    statistics = {f"slope_{leap}": stats.MeanOf(values) for leap, values in slopes.items()}
    most, least = max(leaps), min(leaps)
    fall = slopes[most] - slopes[least]
    return stats.Evaluation(table, {**statistics, f"slope_{most}_less_{least}": stats.MeanOf(fall)})
