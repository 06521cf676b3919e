"""Are the units of a layer more orthogonal after pruning by similarity (Figure 8)?"""

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

_PAIRS = ("similarity_over_dense", "similarity_over_random", "connections_over_dense")


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float
) -> stats.Evaluation:
    """Return one row per network of the last round, dense ones too."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    last = last_round(table)
    found = {**shares_that_paint(last), **differences(last, _PAIRS, ["orthogonality"])}
    return stats.Evaluation(last, found)
