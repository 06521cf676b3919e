"""Emergence times against the rank, T_p ~ p^beta (document 003, part I, corollary, item 1)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.scaling_law.emergences import Emergences, read_flow
from compsparse.studies.emergence.scaling_law.exponents import means_where_known, time_exponents
from compsparse.studies.emergence.tables import table_of


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    exponents: Sequence[float],  # beta of each of the ``histories``
    large_exponents: Sequence[float],  # beta of each of the ``large`` ones
) -> stats.Evaluation:
    """Fit an exponent to every complete run; their share is that of starts that learn everything.

    A beta without a complete run is left out.

    Inputs: ``histories``, all from the same starts; ``large``, the same with more directions.
    """
    rows, complete = [], []
    means: dict[str, stats.MeanOf] = {}
    for prefix, key, betas in (
        ("exponent", "histories", exponents),
        ("large_exponent", "large", large_exponents),
    ):
        families = []
        for path, beta in zip(stats.many(inputs, key), betas, strict=True):
            runs = read_flow(path)
            rows.append(_rows(runs, beta))
            means |= means_where_known(named(prefix, beta), time_exponents(runs))
            families.append(runs.complete)
        complete += np.logical_and.reduce(families).tolist()
    share = stats.interval_of_probability(sum(complete), len(complete))
    return stats.Evaluation(pd.concat(rows, ignore_index=True), {**means, "complete_share": share})


def _rows(runs: Emergences, exponent: float) -> pd.DataFrame:
    count, directions = runs.emergence.shape
    axes = {"directions": directions, "exponent": exponent, "run": range(count)}
    axes |= {"direction": range(1, directions + 1)}
    return table_of(axes, time=runs.emergence, complete=runs.complete[:, None])
