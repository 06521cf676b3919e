"""Errors of layers of experts and of dense ones, on three targets."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.layer.measured import chosen_layers
from compsparse.studies.experts.learning.measured import log_ratio

_SEVERAL = ("coarse_over_fine", "dense_active_over_fine", "dense_total_over_fine")
_OTHERS = {"one_skill": "coarse_over_fine", "generic": "dense_active_over_fine"}


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: list[str], arms: list[str]) -> stats.Evaluation:
    """Return one row per target, arm and run; statistics are log ratios of errors."""
    table = chosen_layers(kinds, inputs, arms)
    rows = dict(iter(table.groupby("kind")))
    several = rows["several_skills"]
    statistics = {name: log_ratio(several, "error", name, by="arm") for name in _SEVERAL}
    for kind, name in _OTHERS.items():
        statistics[f"{kind}_{name}"] = log_ratio(rows[kind], "error", name, by="arm")
    return stats.Evaluation(table, statistics)
