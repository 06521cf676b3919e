"""Error against examples, of each method as validation chose it."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_rows


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per target, d, number of examples, method and run, and slopes in the numbers.

    Params: cells, what each model is; at_variables, the d of the slopes.
    """
    paths = zip(params["cells"], stats.many(inputs, "models"), strict=True)
    table = pd.DataFrame([row for cell, path in paths for row in chosen_rows(path, cell)])
    here = table[table["variables"] == params["at_variables"]]
    statistics: dict[str, stats.MeanOf] = {}
    slopes: dict[tuple[str, str], np.ndarray] = {}
    for (target, method), of in here.groupby(["target", "method"]):
        found = [
            stats.log_log_slope(one["examples"].to_numpy(float), one["error"].to_numpy())
            for _, one in of.groupby("run")
        ]
        slopes[str(target), str(method)] = np.array(found)
        statistics[f"slope_{target}_{method}"] = stats.MeanOf(np.array(found))
    for other in sorted({method for _, method in slopes} - {"tree"}):
        gap = slopes["tree", other] - slopes["tree", "tree"]
        statistics[f"steeper_than_{other}"] = stats.MeanOf(gap)
    return stats.Evaluation(table, statistics)
