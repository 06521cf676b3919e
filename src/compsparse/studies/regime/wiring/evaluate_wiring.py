"""Does a genome's wiring, trained from random weights, mean more than another one?"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    differences,
    read_measures,
    shares_that_paint,
    with_excess,
)

_PAIRS = ("own_over_rewired", "own_over_random", "own_over_dense")


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float
) -> stats.Evaluation:
    """Return one row per network."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    return stats.Evaluation(table, {**shares_that_paint(table), **differences(table, _PAIRS)})
