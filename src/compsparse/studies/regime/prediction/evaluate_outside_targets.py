"""Targets at the depth that their complexity predicts and to either side (Figures 5, 24 to 29).

Dense networks, and what two rounds of pruning by similarity leave. Drawings have no known parts, so
it is the judge's score that is compared, beside the error; with reference networks the excess, too.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.scores.excess import with_excess
from compsparse.studies.regime.scores.labelled import read_labelled
from compsparse.studies.regime.targets.predicted_depth import (
    Line,
    read_complexities,
    require_predicted,
)

_DENSE = "dense"
_MEASURES = ("score", "excess_score")


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network, dense or after the last round of pruning.

    Inputs: ``complexities``, the table of targets; ``scores``; ``references``, where there are any.
    Params: scores and references, the labels target, depth, offset from the predicted depth and
    kind of each file; depths, the predicted ones; artifacts, shallowest and deepest, from which
    they follow.

    A peak is the measure at the predicted depth minus the mean over the depths to either side,
    seeds taken together; excess is that at the predicted depth minus that of the dense networks
    before pruning, as the higher of two nulls is biased for both. Targets are the replicates. Where
    no reference network has the error of some network, the target is left out.
    """
    require_predicted(
        params["depths"],
        read_complexities(stats.single(inputs, "complexities")),
        Line.of_document(params["artifacts"]),
        (params["shallowest"], params["deepest"]),
    )
    table = read_labelled(stats.many(inputs, "scores"), params["scores"])
    table = table[table["stage"] == table.groupby("kind")["stage"].transform("max")]
    if "references" in inputs:
        references = read_labelled(stats.many(inputs, "references"), params["references"])
        table = with_excess(table, references)
    else:
        table = table.assign(excess_score=np.nan)
    table = table.reset_index(drop=True)
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    dense = _means(table[table["kind"] == _DENSE], "excess_score")
    for kind, rows in table[table["kind"] != _DENSE].groupby("kind"):
        for measure in _MEASURES:
            means = _means(rows, measure)
            statistics |= _mean_of(f"peak_{measure}_{kind}", means[0] - (means[-1] + means[1]) / 2)
        excess = _means(rows, "excess_score")[0] - dense[0]
        statistics |= _mean_of(f"excess_{kind}", excess)
    return stats.Evaluation(table, statistics)


def _means(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return the mean over seeds, NaN where one of them is, by target and side: -1, 0 or 1."""
    known = rows.assign(side=np.sign(rows["offset"])).groupby(["target", "side"])[measure]
    return known.agg(lambda values: values.mean(skipna=False)).unstack()


def _mean_of(name: str, values: pd.Series) -> dict[str, stats.MeanOf]:
    known = values.dropna().to_numpy(dtype=np.float64)
    return {name: stats.MeanOf(known)} if len(known) else {}
