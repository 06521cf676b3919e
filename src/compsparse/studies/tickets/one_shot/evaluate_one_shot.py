"""The share of weights that dense students need, by the score that takes the others at once."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.pruning.kept import fall
from compsparse.studies.tickets.pruning.scores import METHODS

_AT_ONCE = {
    "choosing": Float64[np.ndarray, f"run {len(METHODS)} count"],
    "counts": Int64[np.ndarray, " count"],
}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per kind of inputs, teacher, method and run.

    Params: cells, what each file is; loss, of R squared, that still counts as good.
    """
    rows = []
    for cell, path in zip(params["cells"], stats.many(inputs, "pruned"), strict=True):
        arrays = stats.read_named_axes(path, _AT_ONCE)
        counts = arrays["counts"]
        for run, by_method in enumerate(arrays["choosing"]):
            for method, scores in zip(METHODS, by_method, strict=True):
                found = fall(counts.astype(np.float64), scores, params["loss"]).size
                prunable = bool(np.isfinite(found))
                kept = found if prunable else float(counts[1])
                rows.append(
                    {
                        **cell,
                        "method": method,
                        "run": run,
                        "share": kept / counts[0],
                        "prunable": prunable,
                    }
                )
    table = pd.DataFrame(rows)
    equal = table[table["inputs"] == "equal"]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    for name, of_method in equal.groupby("method"):
        slopes = [
            stats.log_log_slope(of["arity"].to_numpy(dtype=float), of["share"].to_numpy())
            for _, of in of_method.groupby("run")
        ]
        statistics[f"{name}_arity_power"] = stats.MeanOf(np.array(slopes))
    random = equal[equal["method"] == "random"].groupby("run")["share"].min()
    statistics["random_least_share"] = stats.MeanOf(random.to_numpy(), stats.SHARE)
    unequal = table[table["inputs"] == "unequal"]
    logs = np.log(unequal.pivot(index="run", columns="method", values="share"))
    gap = logs["wanda"] - logs["magnitude"]
    statistics["unequal_log_ratio_wanda_over_magnitude"] = stats.MeanOf(gap.to_numpy())
    return stats.Evaluation(table, statistics)
