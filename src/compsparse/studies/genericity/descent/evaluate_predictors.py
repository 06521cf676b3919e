"""Footprint and leap as rival predictors of steps, over all targets."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.genericity.learning.chosen import chosen_table, read_trained
from compsparse.studies.genericity.target.description import Target


@stats.evaluates
def run(inputs: stats.Inputs, *, targets: Mapping[str, Target], variables: int) -> stats.Evaluation:
    """Return one row per run and target, with footprint and leap.

    A rank correlation is of one run, over its targets: steps against the leap of what the network
    is given, and against minus the footprint. A shift makes all subsets of a product terms, so that
    the leap of a shifted target is 1.
    """
    trained = read_trained(stats.single(inputs, "models"), list(targets))
    table = chosen_table(trained, list(targets))
    footprint, leap = {}, {}
    for name, target in targets.items():
        polynomial = target.polynomial(variables)
        footprint[name] = polynomial.footprint(target.inputs)
        leap[name] = polynomial.leap if target.inputs.mean == 0 else 1
    table["footprint"] = table["target"].map(footprint)
    table["leap"] = table["target"].map(leap)
    by_run = [rows for _, rows in table.groupby("run")]
    leaps = np.array([_rank_correlation(r["steps"], r["leap"]) for r in by_run])
    prints = np.array([_rank_correlation(r["steps"], -r["footprint"]) for r in by_run])
    return stats.Evaluation(
        table,
        {
            "leap": stats.MeanOf(leaps, (-1.0, 1.0)),
            "footprint": stats.MeanOf(prints, (-1.0, 1.0)),
            "leap_less_footprint": stats.MeanOf(leaps - prints, (-2.0, 2.0)),
        },
    )


def _rank_correlation(first: "pd.Series[float]", second: "pd.Series[float]") -> float:
    return float(first.rank().corr(second.rank()))
