"""Errors of layers of experts and of dense ones, on three targets."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.experts.layer.measured import chosen_layers, log_ratio

# metric, target, arm, the one that it is compared with
_RATIOS = (
    ("coarse_over_fine", "several_skills", "coarse", "fine"),
    ("dense_active_over_fine", "several_skills", "dense_active", "fine"),
    ("dense_total_over_fine", "several_skills", "dense_total", "fine"),
    ("one_skill_coarse_over_fine", "one_skill", "coarse", "fine"),
    ("generic_dense_active_over_fine", "generic", "dense_active", "fine"),
)


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: Sequence[str], arms: Sequence[str]) -> stats.Evaluation:
    """Return one row per target, arm and run; statistics are log ratios of errors."""
    table = chosen_layers(kinds, stats.many(inputs, "models"), arms)
    return stats.Evaluation(
        table,
        {
            name: stats.MeanOf(log_ratio(table, kind, arm, other))
            for name, kind, arm, other in _RATIOS
        },
    )
