"""Errors where every combination has maps of its own, so that nothing is composed."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning import measured


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: measured.Cells) -> stats.Evaluation:
    """Return one row per method and run; log ratios are of seen combinations."""
    table = measured.summarized(measured.chosen_errors(cells, inputs), "size")
    names = "flat_over_free", "pieces_over_free", "dense_all_over_free"
    statistics = {name: measured.log_ratio(table, "seen", name) for name in names}
    return stats.Evaluation(table, statistics)
