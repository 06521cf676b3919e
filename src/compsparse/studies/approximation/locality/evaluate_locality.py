"""Errors with local connections and shared weights, on variables in order and permuted."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_rows


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per target, network, order of the variables and run.

    Params: cells, what each model is. Ratios are on the logarithm.
    """
    paths = zip(params["cells"], stats.many(inputs, "models"), strict=True)
    table = pd.DataFrame([row for cell, path in paths for row in chosen_rows(path, cell)])
    keys = ["target", "network", "order"]
    logarithm = np.log(table.pivot_table(index="run", columns=keys, values="error"))
    statistics = {}
    for target in dict.fromkeys(of["target"] for of in params["cells"]):
        of = logarithm[target]
        gaps = {
            "permuted_over_ordered_local": of["local"]["random"] - of["local"]["own"],
            "permuted_over_ordered_convolution": of["convolution"]["random"]
            - of["convolution"]["own"],
            "permuted_over_ordered_dense": of["dense"]["random"] - of["dense"]["own"],
            "dense_over_local": of["dense"]["own"] - of["local"]["own"],
            "local_over_convolution": of["local"]["own"] - of["convolution"]["own"],
        }
        for name, gap in gaps.items():
            statistics[f"{target}_log_ratio_{name}"] = stats.MeanOf(gap.to_numpy())
    of = logarithm["tree"]
    worth = of["dense"]["own"] + of["convolution"]["own"] - 2 * of["local"]["own"]
    statistics["tree_locality_less_sharing"] = stats.MeanOf(worth.to_numpy())
    return stats.Evaluation(table, statistics)
