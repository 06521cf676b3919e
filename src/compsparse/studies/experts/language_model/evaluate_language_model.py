"""Nats above those of one who knows the rules, on seen and on held-out pairs."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import chosen_arms, log_ratio


@stats.evaluates
def run(inputs: stats.Inputs, *, arms: Sequence[str]) -> stats.Evaluation:
    """Return one row per arm and run; statistics are log ratios of held-out errors."""
    kinds = {"seen": "seen", "held_out": "held_out"}
    table = chosen_arms(stats.single(inputs, "models"), arms, kinds)
    names = [f"{arm}_over_experts" for arm in arms if arm != "experts"]
    return stats.Evaluation(
        table, {name: log_ratio(table, "held_out", name, by="arm") for name in names}
    )
