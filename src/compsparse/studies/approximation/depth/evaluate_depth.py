"""Error against the number of weights, at several depths, from few examples and from fresh ones."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_rows


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per data, network, size and run; params: cells, what each model is.

    Ratios are of networks of equal size, on the logarithm, means over sizes.
    """
    paths = zip(params["cells"], stats.many(inputs, "models"), strict=True)
    table = pd.DataFrame([row for cell, path in paths for row in chosen_rows(path, cell)])
    logarithm = np.log(
        table.pivot_table(index="run", columns=["data", "network", "size"], values="error")
    )
    names = sorted({of["network"] for of in params["cells"]})
    shallow, *deeper = (of for of in names if of.startswith("dense_"))
    statistics = {}
    for kind in ("examples", "fresh"):
        of = logarithm[kind]
        for name in ("tree", *deeper):
            gap = (of[name] - of[shallow]).mean(axis=1)
            statistics[f"{kind}_log_ratio_{name}_over_{shallow}"] = stats.MeanOf(gap.to_numpy())
        gap = (of["tree"] - of[deeper[-1]]).mean(axis=1)
        statistics[f"{kind}_log_ratio_tree_over_{deeper[-1]}"] = stats.MeanOf(gap.to_numpy())
    return stats.Evaluation(table, statistics)
