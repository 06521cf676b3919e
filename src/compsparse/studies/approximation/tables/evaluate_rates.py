"""The exponent of the size in the error: of trees of tables and of one table."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.approximation.tables.measured import KEYS, KINDS, measured


@stats.evaluates
def run(inputs: stats.Inputs, *, arities: Sequence[int]) -> stats.Evaluation:
    """Return one row per kind, order, arity, d and run, with the exponent of the size in the error.

    ``theory`` is minus the variables of a table over the order of its interpolation. ``arities``
    are those of the files of trees.
    """
    slopes = [
        (*key, stats.log_log_slope(grids["error"].to_numpy(), grids["intervals"].to_numpy()))
        for key, grids in measured(inputs, arities).groupby(KEYS, sort=False)
    ]
    table = pd.DataFrame(slopes, columns=[*KEYS, "exponent"])
    axes = table["arity"].where(table["arity"] > 0, table["variables"])
    table["theory"] = -axes / table["order"]
    table["ratio"] = table["exponent"] / table["theory"]
    statistics: dict[str, stats.MeanOf | stats.Interval] = {}
    trees = table[table["arity"] > 0]
    for order, rows in trees.groupby("order"):
        statistics[f"tree_order_{order}_farthest_ratio"] = stats.MeanOf(
            _farthest(rows.groupby(["arity", "run"])["ratio"].mean().reset_index())
        )
    by_d = trees.groupby(["arity", "order", "run"])["ratio"]
    spread = (by_d.max() - by_d.min()).groupby("run").max()
    statistics["tree_spread"] = stats.MeanOf(spread.to_numpy())
    for name, word in (("tables", "table"), ("generic", "generic")):
        rows = table[table["kind"] == KINDS[name]].reset_index(drop=True)
        statistics[f"{word}_farthest_ratio"] = stats.MeanOf(_farthest(rows))
    return stats.Evaluation(table, statistics)


def _farthest(rows: pd.DataFrame) -> Float64[np.ndarray, " run"]:
    """Return for each run the ratio that is farthest from 1."""
    place = (rows["ratio"] - 1).abs().groupby(rows["run"]).idxmax()
    return rows["ratio"][place].to_numpy()
