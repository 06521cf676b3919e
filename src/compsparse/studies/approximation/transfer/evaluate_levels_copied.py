"""Error by the number of levels that are copied from the source and frozen."""

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import Cells, chosen_table, log_errors


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells, shared: int) -> stats.Evaluation:
    """Return one row per number of levels and run.

    ``cells`` are the numbers of copied levels of the models; ``shared`` is how many levels source
    and target have in common.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    logs = log_errors(table, "levels")
    levels = logs.columns.to_numpy(dtype=int)
    return stats.Evaluation(
        table,
        {
            f"log_ratio_{name}_over_shared": stats.MeanOf(
                (logs.loc[:, others].min(axis=1) - logs[shared]).to_numpy()
            )
            for name, others in (("fewer", levels < shared), ("more", levels > shared))
        },
    )
