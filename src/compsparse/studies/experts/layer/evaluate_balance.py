"""What balancing does to the load of experts, and what it costs."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.experts.layer.measured import chosen_layers, log_ratio


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: Sequence[str], arms: Sequence[str]) -> stats.Evaluation:
    """Return one row per target, routed arm and run; statistics are of many small experts."""
    table = chosen_layers(kinds, stats.many(inputs, "models"), arms)
    table = table[table["load"].notna()].reset_index(drop=True)
    pair = "several_skills", "fine_balanced", "fine"
    return stats.Evaluation(
        table,
        {
            "load": stats.MeanOf(log_ratio(table, *pair, "load")),
            "cost": stats.MeanOf(log_ratio(table, *pair)),
        },
    )
