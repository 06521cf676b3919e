"""What balancing does to the load of experts, and what it costs."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.layer.measured import chosen_layers
from compsparse.studies.experts.learning.measured import log_ratio


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: list[str], arms: list[str]) -> stats.Evaluation:
    """Return one row per target, routed arm and run; statistics are of many small experts."""
    table = chosen_layers(kinds, inputs, arms)
    table = table[table["load"].notna()].reset_index(drop=True)
    several, name = table[table["kind"] == "several_skills"], "fine_balanced_over_fine"
    load, cost = (log_ratio(several, column, name, by="arm") for column in ("load", "error"))
    return stats.Evaluation(table, {"load": load, "cost": cost})
