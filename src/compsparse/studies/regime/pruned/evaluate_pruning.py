"""Methods of pruning at equal counts: does what similarity keeps mean more?"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    READINGS,
    differences,
    last_round,
    of_round,
    read_measures,
    shares_that_paint,
    with_excess,
)

_RIVALS = ("lottery", "wanda", "llm")


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float
) -> stats.Evaluation:
    """Return one row per network; statistics are of the last round unless they say so."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    first, last = of_round(table, 1), last_round(table)
    pairs = ["similarity_over_random", "connections_over_random"]
    pairs += [f"similarity_over_{rival}" for rival in _RIVALS]
    earlier = {
        **shares_that_paint(first),
        **differences(first, ["similarity_over_random"]),
    }
    return stats.Evaluation(
        table,
        {
            **shares_that_paint(last),
            **differences(last, pairs, READINGS),
            **{f"round_1_{name}": value for name, value in earlier.items()},
        },
    )
