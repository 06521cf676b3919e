"""Error against examples of a target, by what its lower levels begin with."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_rows


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per target, arm, number of examples and run; params: cells.

    Ratios are on the logarithm, at the largest number of examples.
    """
    paths = zip(params["cells"], stats.many(inputs, "models"), strict=True)
    table = pd.DataFrame([row for cell, path in paths for row in chosen_rows(path, cell)])
    most = table[table["examples"] == table["examples"].max()]
    logarithm = np.log(most.pivot_table(index="run", columns=["target", "arm"], values="error"))
    statistics = {
        f"{target}_log_ratio_{arm}_over_scratch": stats.MeanOf(
            (logarithm[target, arm] - logarithm[target, "scratch"]).to_numpy()
        )
        for target, arm in logarithm.columns
        if arm != "scratch"
    }
    tuned = logarithm["related", "fine_tuned"] - logarithm["related", "frozen"]
    statistics["related_log_ratio_fine_tuned_over_frozen"] = stats.MeanOf(tuned.to_numpy())
    return stats.Evaluation(table, statistics)
