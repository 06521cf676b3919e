"""The fraction of weights that dense students need when pruned in one shot, by score."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.tickets.pruning.kept import fall
from compsparse.studies.tickets.pruning.scores import METHODS

_AT_ONCE = {
    "choosing": Float64[np.ndarray, f"run {len(METHODS)} count"],
    "counts": Int64[np.ndarray, " count"],
}


@dataclass(frozen=True)
class Cell:
    """A teacher; ``inputs`` says whether its inputs have equal scales."""

    arity: int
    constituents: int
    inputs: Literal["equal", "unequal"]


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Sequence[Cell], loss: float) -> stats.Evaluation:
    """Return one row per scale of inputs, teacher, method and run.

    ``cells`` are the teachers of the files; a ``loss`` of R squared still counts as good.
    """
    rows = []
    for cell, path in zip(cells, stats.many(inputs, "pruned"), strict=True):
        arrays = stats.read_named_axes(path, _AT_ONCE)
        counts = arrays["counts"]
        for run, by_method in enumerate(arrays["choosing"]):
            for method, scores in zip(METHODS, by_method, strict=True):
                found = fall(counts.astype(np.float64), scores, loss)
                kept = found.size if found.prunable else float(counts[1])
                rows.append(
                    {
                        **asdict(cell),
                        "method": method,
                        "run": run,
                        "share": kept / counts[0],
                        "prunable": found.prunable,
                    }
                )
    table = pd.DataFrame(rows)
    equal = table[table["inputs"] == "equal"]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        f"{method}_arity_power": stats.MeanOf(log_log_slopes(shares, "arity", "share"))
        for method, shares in equal.groupby("method")
    }
    random = equal[equal["method"] == "random"].groupby("run")["share"].min()
    statistics["random_least_share"] = stats.MeanOf(random.to_numpy(), stats.SHARE)
    unequal = table[table["inputs"] == "unequal"]
    logs = np.log(unequal.pivot(index="run", columns="method", values="share"))
    gap = logs["wanda"] - logs["magnitude"]
    statistics["unequal_log_ratio_wanda_over_magnitude"] = stats.MeanOf(gap.to_numpy())
    return stats.Evaluation(table, statistics)
