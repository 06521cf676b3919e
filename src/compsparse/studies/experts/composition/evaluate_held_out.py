"""Errors on held-out combinations against their number."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.measured import (
    Cells,
    chosen_errors,
    log_ratio,
    summarized,
)


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per number held out, method and run; statistics are of the largest number."""
    errors = chosen_errors(cells, stats.many(inputs, "models"))
    keys = ["method", "run", "fold"]
    number = errors.groupby(keys)["held_out"].sum().rename("number")
    table = summarized(errors).join(number, on=keys)
    most = table[table["number"] == table["number"].max()]
    routed = np.log(most[most["method"] == "own"].sort_values("run")["held_out"].to_numpy())
    return stats.Evaluation(
        table,
        {
            "most_own": stats.MeanOf(routed),
            "most_free_over_own": stats.MeanOf(log_ratio(most, "held_out", "free", "own")),
        },
    )
