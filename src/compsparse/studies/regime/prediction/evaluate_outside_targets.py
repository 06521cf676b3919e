"""Targets at the depth that their complexity predicts, and to either side (Figures 5, 24 to 29).

Dense networks, and networks after two rounds of pruning by similarity. Drawings have no known
parts, so the judge's score is compared, beside the error; with reference networks the excess, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, known_mean
from compsparse.studies.regime.scores.excess import with_excess
from compsparse.studies.regime.scores.stored import read_labelled
from compsparse.studies.regime.targets.predicted_depth import (
    Artifact,
    Line,
    read_complexities,
    require_predicted,
)

_DENSE = "dense"
_MEASURES = ("score", "excess_score")


@dataclass(frozen=True)
class OffsetCell:
    """Labels of networks at the predicted depth, or ``offset`` layers from it."""

    depth: int
    kind: str
    offset: int
    target: str


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    scores: Sequence[OffsetCell],
    depths: Mapping[str, int],
    artifacts: Sequence[Artifact],
    shallowest: int,
    deepest: int,
    references: Sequence[OffsetCell] = (),
) -> stats.Evaluation:
    """Return one row per network, dense or after the last round of pruning.

    Inputs: scores; complexities, the table of targets; references, scores of reference networks,
    where there are any.

    A peak is the measure at the predicted depth minus the mean over the depths to either side,
    averaged over seeds; excess is that at the predicted depth minus that of the dense networks
    before pruning, as the higher of two nulls is biased for both. Targets are the replicates. Where
    no reference network has the error of some network, the target is left out.

    Args:
        depths: the predicted ones.
        artifacts: from which they follow, like ``shallowest`` and ``deepest``.
    """
    require_predicted(
        depths,
        read_complexities(stats.single(inputs, "complexities")),
        Line.through_artifacts(artifacts),
        (shallowest, deepest),
    )
    table = read_labelled(stats.many(inputs, "scores"), scores)
    table = table[table["stage"] == table.groupby("kind")["stage"].transform("max")]
    if "references" in inputs:
        table = with_excess(table, read_labelled(stats.many(inputs, "references"), references))
    else:
        table = table.assign(excess_score=np.nan)
    table = table.reset_index(drop=True)
    statistics: Statistics = {}
    dense = _means(table[table["kind"] == _DENSE], "excess_score")
    for kind, rows in table[table["kind"] != _DENSE].groupby("kind"):
        for measure in _MEASURES:
            means = _means(rows, measure)
            peak = means[0] - (means[-1] + means[1]) / 2
            statistics |= known_mean(f"peak_{measure}_{kind}", peak)
        excess = _means(rows, "excess_score")[0] - dense[0]
        statistics |= known_mean(f"excess_{kind}", excess)
    return stats.Evaluation(table, statistics)


def _means(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return the mean over seeds, NaN where one of them is, by target and side: -1, 0 or 1."""
    known = rows.assign(side=np.sign(rows["offset"])).groupby(["target", "side"])[measure]
    return known.agg(lambda values: values.mean(skipna=False)).unstack()
