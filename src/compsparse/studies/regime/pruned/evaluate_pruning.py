"""Methods of pruning at equal counts: does what similarity keeps mean more?"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    differences,
    last_stages,
    of_round,
    read_measures,
    shares_that_paint,
    with_excess,
)

_RIVALS = ("random", "wanda", "llm")
_EARLIER = ("similarity_over_random", "similarity_over_lottery")


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float
) -> stats.Evaluation:
    """Return one row per network; statistics are of the last round unless they say so."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    first, last = of_round(table, 1), last_stages(table)
    pairs = ["connections_over_random", *(f"similarity_over_{rival}" for rival in _RIVALS)]
    # after the last round too few lottery tickets paint to be compared otherwise
    earlier = {**shares_that_paint(first), **differences(first, _EARLIER)}
    return stats.Evaluation(
        table,
        {
            **shares_that_paint(last),
            **differences(last, pairs),
            **differences(last, ["similarity_over_lottery"], ["paints"]),
            **{f"round_1_{name}": value for name, value in earlier.items()},
        },
    )
