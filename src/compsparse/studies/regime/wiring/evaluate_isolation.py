"""Does another rate, scale or batch make dense networks compositional (referee report)?"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    differences,
    read_measures,
    shares_that_paint,
    with_excess,
)


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float
) -> stats.Evaluation:
    """Return one row per network; ``<variant>_over_dense_excess`` for each variant."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    kinds = [str(label["kind"]) for label in labels]
    pairs = [f"{kind}_over_dense" for kind in kinds if kind != "dense"]
    found = {**shares_that_paint(table), **differences(table, pairs, ["excess"])}
    return stats.Evaluation(table, found)
