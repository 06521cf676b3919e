"""What the optimizer changes after pruning by similarity (Figures 18 to 23)."""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    differences,
    last_round,
    read_measures,
    shares_that_paint,
    with_excess,
)


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float
) -> stats.Evaluation:
    """Return one row per network of the last round."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    last = last_round(table)
    found = {**shares_that_paint(last), **differences(last, ["muon_over_adam"])}
    return stats.Evaluation(last, found)
