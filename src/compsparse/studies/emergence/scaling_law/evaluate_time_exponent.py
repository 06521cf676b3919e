"""Emergence times against the rank, T_p ~ p^beta (document 003, part I, corollary, item 1)."""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.scaling_law import emergences, exponents


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Fit an exponent to every complete run; their share is that of starts that learn everything.

    Inputs: histories, by ``exponents``, all from the same starts; large, the same with more
    directions, by ``large_exponents``. An exponent of which no run is complete is left out.
    """
    rows, complete = [], []
    means: dict[str, stats.MeanOf] = {}
    for prefix, key, of_prefix in (
        ("exponent", "histories", "exponents"),
        ("large_exponent", "large", "large_exponents"),
    ):
        families = []
        for path, exponent in zip(stats.many(inputs, key), params[of_prefix], strict=True):
            runs = emergences.read_flow(path)
            rows.append(_rows(runs, exponent))
            name = named(prefix, exponent)
            means |= exponents.means_where_known(name, exponents.time_exponents(runs))
            families.append(runs.complete)
        complete += np.logical_and.reduce(families).tolist()
    share = stats.interval_of_probability(sum(complete), len(complete))
    return stats.Evaluation(pd.concat(rows, ignore_index=True), {**means, "complete_share": share})


def _rows(runs: emergences.Emergences, exponent: float) -> pd.DataFrame:
    count, directions = runs.emergence.shape
    columns: dict[str, Any] = {
        "directions": directions,
        "exponent": exponent,
        "run": np.repeat(np.arange(count), directions),
        "direction": np.tile(np.arange(1, directions + 1), count),
        "time": runs.emergence.ravel(),
        "complete": np.repeat(runs.complete, directions),
    }
    return pd.DataFrame(columns)
