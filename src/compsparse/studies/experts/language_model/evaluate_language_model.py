"""Nats above those of one who knows the rules, on seen and on held-out pairs."""

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import chosen_arms, log_ratio


@stats.evaluates
def run(inputs: stats.Inputs, *, arms: list[str]) -> stats.Evaluation:
    """Return one row per arm and run; statistics are log ratios of held-out errors."""
    table = chosen_arms(stats.single(inputs, "models"), arms, "seen", "held_out")
    names = [f"{arm}_over_experts" for arm in arms if arm != "experts"]
    statistics = {name: log_ratio(table, "held_out", name, by="arm") for name in names}
    return stats.Evaluation(table, statistics)
