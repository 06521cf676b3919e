"""Errors where every combination has maps of its own, so that nothing is composed."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import (
    Cells,
    chosen_errors,
    log_ratio,
    summarized,
)


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per method and run; log ratios are of seen combinations."""
    table = summarized(chosen_errors(cells, stats.many(inputs, "models")), "size")
    statistics = {
        f"{other}_over_free": stats.MeanOf(log_ratio(table, "seen", other, "free"))
        for other in ("flat", "pieces", "dense_all")
    }
    return stats.Evaluation(table, statistics)
