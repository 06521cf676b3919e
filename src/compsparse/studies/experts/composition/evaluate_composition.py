"""Errors on seen and on held-out combinations, of all methods at all sizes."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import (
    Cells,
    chosen_errors,
    log_ratio,
    summarized,
)

# of held-out combinations: metric, method, the one that it is compared with
_HELD_OUT = (
    ("free_over_own", "free", "own"),
    ("dense_own_over_own", "dense_own", "own"),
    ("crossed_over_free", "crossed", "free"),
    ("pieces_over_free", "pieces", "free"),
)


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per size, method and run; log ratios are means over sizes."""
    errors = chosen_errors(cells, stats.many(inputs, "models"))
    table = summarized(errors, "size", "codes", "layers")
    statistics = {
        name: stats.MeanOf(log_ratio(table, "held_out", method, other))
        for name, method, other in _HELD_OUT
    }
    flat = log_ratio(table, "seen", "flat", "free")
    return stats.Evaluation(table, {**statistics, "seen_flat_over_free": stats.MeanOf(flat)})
