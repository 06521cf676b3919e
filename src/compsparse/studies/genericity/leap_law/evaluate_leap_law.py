"""The power of n that steps grow with, for each leap."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.genericity.leap_law.censored_slope import censored_slope
from compsparse.studies.genericity.learning.chosen import chosen_table, read_trained


@stats.evaluates
def run(
    inputs: stats.Inputs, *, variables: Sequence[int], leaps: Sequence[int]
) -> stats.Evaluation:
    """Return one row per run, n and leap; ``slope_<leap>`` is of log steps in log n.

    Where the steps did not suffice they are censored.
    """
    names = [f"leap_{leap}" for leap in leaps]
    tables = [
        chosen_table(read_trained([path], names), names).assign(variables=number)
        for path, number in zip(stats.many(inputs, "models"), variables, strict=True)
    ]
    table = pd.concat(tables, ignore_index=True)
    table["leap"] = table["target"].str.removeprefix("leap_").astype(int)
    slopes = {
        leap: np.array([_slope(rows) for _, rows in table[table["leap"] == leap].groupby("run")])
        for leap in leaps
    }
    statistics = {f"slope_{leap}": stats.MeanOf(values) for leap, values in slopes.items()}
    most, least = max(leaps), min(leaps)
    fall = slopes[most] - slopes[least]
    return stats.Evaluation(table, {**statistics, f"slope_{most}_less_{least}": stats.MeanOf(fall)})


def _slope(rows: pd.DataFrame) -> float:
    censored = ~rows["learned"].to_numpy(dtype=bool)
    x, y = np.log(rows[["variables", "steps"]].to_numpy(dtype=float)).T
    return censored_slope(x, y, censored)
