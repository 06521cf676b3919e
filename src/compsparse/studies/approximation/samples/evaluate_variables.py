"""Error against the number of variables, at one number of examples."""

import numpy as np

from compsparse.statistics import api as stats
from workflow_engine.artifacts.tables import read_table


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return the rows of learning curves at one number of examples; params: at_examples."""
    table = read_table(stats.single(inputs, "curves"))
    table = table[table["examples"] == params["at_examples"]].reset_index(drop=True)
    growth = {
        (str(target), str(method)): np.array(
            [
                stats.log_log_slope(one["variables"].to_numpy(float), one["error"].to_numpy())
                for _, one in of.groupby("run")
            ]
        )
        for (target, method), of in table.groupby(["target", "method"])
    }
    statistics = {f"growth_{'_'.join(key)}": stats.MeanOf(of) for key, of in growth.items()}
    for kernel in ("kernel", "tree_kernel"):
        gap = growth["tree", kernel] - growth["tree", "tree"]
        statistics[f"{kernel}_grows_faster"] = stats.MeanOf(gap)
    return stats.Evaluation(table, statistics)
