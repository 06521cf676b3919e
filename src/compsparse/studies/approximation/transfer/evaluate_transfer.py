"""Error against examples of a target, by what its lower levels start from."""

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import Cells, chosen_table, log_errors

_PAIRS = (
    ("frozen", "scratch"),
    ("frozen", "frozen_other"),
    ("fine_tuned", "fine_tuned_other"),
    ("frozen_other", "scratch"),
)


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per arm, number of examples and run.

    ``cells`` are the arms of the models (what the lower levels start from) and their numbers of
    examples. Log ratios, of two arms of the same run, are at the largest number of examples.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    logs = log_errors(table[table["examples"] == table["examples"].max()], "arm")
    return stats.Evaluation(
        table,
        {
            f"log_ratio_{arm}_over_{other}": stats.MeanOf((logs[arm] - logs[other]).to_numpy())
            for arm, other in _PAIRS
        },
    )
