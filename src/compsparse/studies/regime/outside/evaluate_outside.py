"""Pruned networks of drawings whose parts are not known: what survives."""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    differences,
    last_round,
    read_measures,
    shares_that_paint,
)


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float
) -> stats.Evaluation:
    """Return one row per network of the last round; a run is a drawing."""
    table = read_measures(stats.many(inputs, "measures"), labels, paints)
    last = last_round(table).drop(columns="alignment")
    dense = last["kind"] == "dense"
    last = last[~dense | (last["stage"] == last.loc[dense, "stage"].max())].reset_index(drop=True)
    pairs = ["similarity_over_random", "similarity_over_dense"]
    return stats.Evaluation(
        last, {**shares_that_paint(last), **differences(last, pairs, ["survival"])}
    )
