"""Errors on held-out combinations against their number."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning import measured


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: measured.Cells) -> stats.Evaluation:
    """Return one row per number held out, method and run; statistics are of the largest number."""
    errors = measured.chosen_errors(cells, inputs)
    keys = ["method", "run", "fold"]
    number = errors.groupby(keys)["held_out"].sum().rename("number")
    table = measured.summarized(errors).join(number, on=keys)
    most = table[table["number"] == table["number"].max()]
    routed = most[most["method"] == "own"].sort_values("run")["held_out"]
    error = stats.MeanOf(np.log(routed.to_numpy()))
    ratio = measured.log_ratio(most, "held_out", "free_over_own")
    return stats.Evaluation(table, {"most_own": error, "most_free_over_own": ratio})
