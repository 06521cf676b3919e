"""Error against examples of a target, by what its lower levels start from."""

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import Cells, chosen_table, log_errors


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per target, arm, number of examples and run.

    ``cells`` are the targets of the models, their arms (what the lower levels start from) and
    numbers of examples. Log ratios are at the largest number of examples.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    most = table[table["examples"] == table["examples"].max()]
    logs = log_errors(most, "target", "arm")
    statistics = {
        f"{target}_log_ratio_{arm}_over_scratch": stats.MeanOf(
            (logs[target, arm] - logs[target, "scratch"]).to_numpy()
        )
        for target, arm in map(tuple, logs.columns)
        if arm != "scratch"
    }
    tuned = logs["related", "fine_tuned"] - logs["related", "frozen"]
    statistics["related_log_ratio_fine_tuned_over_frozen"] = stats.MeanOf(tuned.to_numpy())
    return stats.Evaluation(table, statistics)
