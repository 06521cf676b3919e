"""Do both measures tell the genome's own network, whose parts are known, from dense ones?"""

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
    """Return one row per network, of genomes and of dense ones at the end of their training."""
    table = with_excess(read_measures(stats.many(inputs, "measures"), labels, paints))
    table = table[table["kind"].isin(("genome", "dense"))].reset_index(drop=True)
    error = float(table.loc[table["kind"] == "genome", "error"].max())
    found = {
        **shares_that_paint(table),
        **differences(table, ["genome_over_dense"]),
        "largest_genome_error": stats.exact(error),
    }
    return stats.Evaluation(table, found)
