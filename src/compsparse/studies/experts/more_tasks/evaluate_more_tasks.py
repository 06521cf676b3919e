"""Errors on held-out combinations of deeper targets, and of codes that a rotation mixes."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import (
    Cells,
    chosen_errors,
    log_ratio,
    summarized,
)


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per task, method and run; log ratios are of free over own routing."""
    table = summarized(chosen_errors(cells, stats.many(inputs, "models")), "kind")
    return stats.Evaluation(
        table,
        {
            f"{kind}_free_over_own": stats.MeanOf(
                log_ratio(table[table["kind"] == kind], "held_out", "free", "own")
            )
            for kind in ("deep", "rotated")
        },
    )
