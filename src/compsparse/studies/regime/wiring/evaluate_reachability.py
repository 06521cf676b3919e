"""Is the genome's solution one that training stays at, and does it find it from random weights?"""

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
    """Return one row per network: of genomes, trained from them, and from random weights."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    table = table[table["kind"].isin(("genome", "solution", "own"))].reset_index(drop=True)
    pairs = ["solution_over_genome", "own_over_solution"]
    return stats.Evaluation(table, {**shares_that_paint(table), **differences(table, pairs)})
