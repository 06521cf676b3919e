"""Errors on seen and on held-out combinations, of all methods at all sizes."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning import measured

_HELD_OUT = ("free_over_own", "dense_own_over_own", "crossed_over_free", "pieces_over_free")


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: measured.Cells) -> stats.Evaluation:
    """Return one row per size, method and run; log ratios are means over sizes."""
    table = measured.summarized(measured.chosen_errors(cells, inputs), "size", "codes", "layers")
    statistics = {name: measured.log_ratio(table, "held_out", name) for name in _HELD_OUT}
    flat = measured.log_ratio(table, "seen", "flat_over_free")
    return stats.Evaluation(table, {**statistics, "seen_flat_over_free": flat})
