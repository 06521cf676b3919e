"""Errors of layers of experts and of dense ones, on three targets."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.experts.layer.measured import chosen_layers
from compsparse.studies.experts.learning.measured import log_ratios

_SEVERAL = ("coarse_over_fine", "dense_active_over_fine", "dense_total_over_fine")
_OTHERS = {"one_skill": "coarse_over_fine", "generic": "dense_active_over_fine"}


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: Sequence[str], arms: Sequence[str]) -> stats.Evaluation:
    """Return one row per target, arm and run; statistics are log ratios of errors."""
    table = chosen_layers(kinds, inputs, arms)
    rows = dict(iter(table.groupby("kind")))
    statistics = log_ratios(rows["several_skills"], "error", *_SEVERAL, by="arm")
    for kind, name in _OTHERS.items():
        statistics |= log_ratios(rows[kind], "error", name, by="arm", prefix=f"{kind}_")
    return stats.Evaluation(table, statistics)
