"""Footprint and leap as rival predictors of steps, over all targets."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.genericity.learning.chosen import chosen_table, read_trained
from compsparse.studies.genericity.target.description import Target


@stats.evaluates
def run(inputs: stats.Inputs, *, targets: Mapping[str, Target], variables: int) -> stats.Evaluation:
    """Return one row per run and target, with footprint and leap.

    A rank correlation is of one run, over its targets: steps against the leap of what the network
    is given, and against minus the footprint. A shift makes all subsets of a product terms, so that
    the leap of a shifted target is 1. ``fair`` is of the targets without shift and bias.
    """
    trained = read_trained(stats.many(inputs, "models"), list(targets))
    table = chosen_table(trained, list(targets))
    footprint, leap = {}, {}
    for name, target in targets.items():
        polynomial = target.polynomial(variables)
        footprint[name] = polynomial.footprint(target.inputs)
        leap[name] = polynomial.leap if target.inputs.mean == 0 else 1
    table["footprint"] = table["target"].map(footprint)
    table["leap"] = table["target"].map(leap)
    fair = [name for name, target in targets.items() if target.inputs.mean == 0]
    leaps, prints = _rank_correlations(table)
    fair_leaps, fair_prints = _rank_correlations(table[table["target"].isin(fair)])
    return stats.Evaluation(
        table,
        {
            "leap": stats.MeanOf(leaps, (-1.0, 1.0)),
            "footprint": stats.MeanOf(prints, (-1.0, 1.0)),
            "leap_less_footprint": stats.MeanOf(leaps - prints, (-2.0, 2.0)),
            "fair_leap_less_footprint": stats.MeanOf(fair_leaps - fair_prints, (-2.0, 2.0)),
        },
    )


def _rank_correlations(
    table: pd.DataFrame,
) -> tuple[Float64[np.ndarray, " run"], Float64[np.ndarray, " run"]]:
    """Return those of leap and of minus the footprint, 0 where all steps are equal."""
    found = []
    for _, rows in table.groupby("run"):
        ranks = rows[["steps", "leap", "footprint"]].rank().corr()["steps"].fillna(0.0)
        found.append((ranks["leap"], -ranks["footprint"]))
    leaps, prints = np.array(found, dtype=float).T
    return leaps, prints
