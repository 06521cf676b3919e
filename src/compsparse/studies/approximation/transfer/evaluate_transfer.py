"""Error against examples of a target, by what its lower levels start from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_table


@dataclass(frozen=True)
class Cell:
    """What the lower levels start from, the number of examples, and the target."""

    arm: str
    examples: int
    target: str


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Sequence[Cell]) -> stats.Evaluation:
    """Return one row per target, arm, number of examples and run.

    ``cells`` are those of the models. Log ratios are at the largest number of examples.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    most = table[table["examples"] == table["examples"].max()]
    errors = most.pivot_table(index="run", columns=["target", "arm"], values="error")
    logs = {key: np.log(errors[key]) for key in errors.columns}
    statistics = {
        f"{target}_log_ratio_{arm}_over_scratch": stats.MeanOf(
            (logs[target, arm] - logs[target, "scratch"]).to_numpy()
        )
        for target, arm in logs
        if arm != "scratch"
    }
    tuned = logs["related", "fine_tuned"] - logs["related", "frozen"]
    statistics["related_log_ratio_fine_tuned_over_frozen"] = stats.MeanOf(tuned.to_numpy())
    return stats.Evaluation(table, statistics)
