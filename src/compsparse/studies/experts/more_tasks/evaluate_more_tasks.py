"""Errors on held-out combinations of deeper targets, and of codes that a rotation mixes."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning import measured


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: measured.Cells) -> stats.Evaluation:
    """Return one row per task, method and run; log ratios are of free over own routing."""
    table = measured.summarized(measured.chosen_errors(cells, inputs), "kind")
    statistics = {
        f"{kind}_free_over_own": measured.log_ratio(rows, "held_out", "free_over_own")
        for kind, rows in table.groupby("kind")
    }
    return stats.Evaluation(table, statistics)
