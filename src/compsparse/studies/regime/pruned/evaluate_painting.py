"""How many networks still paint at the document's smaller count?"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    differences,
    read_measures,
    shares_that_paint,
)


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float
) -> stats.Evaluation:
    """Return one row per network, with its similarity with the scene."""
    table = read_measures(stats.many(inputs, "measures"), labels, paints)
    pairs = ["similarity_over_random", "connections_over_random"]
    found = {**shares_that_paint(table), **differences(table, pairs, ["ssim"])}
    return stats.Evaluation(table, found)
