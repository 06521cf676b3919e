"""How many random examples leave one tuple of hidden permutations, beside k N ln N."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Int64
from scipy.special import gammaln

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class _Counts:
    """Examples needed; -1 where there were too few."""

    folds: Int64[np.ndarray, " task"]
    symbols: Int64[np.ndarray, " task"]
    needed: Int64[np.ndarray, "task run"]


@stats.evaluates
def run(inputs: stats.Inputs, *, limit: float) -> stats.Evaluation:
    """Return one row per task and run.

    Args:
        limit: the most examples, in units of k N ln N.
    """
    counts = stats.read_dataclass(stats.single(inputs, "counts"), _Counts)
    task, run = np.indices(counts.needed.shape).reshape(2, -1)
    k, n = counts.folds[task].astype(np.float64), counts.symbols[task].astype(np.float64)
    needed = counts.needed.reshape(-1)
    product = k * n * np.log(n)
    table = pd.DataFrame(
        {
            "folds": counts.folds[task],
            "symbols": counts.symbols[task],
            "run": run,
            "needed": np.where(needed < 0, np.nan, needed),
            # where examples were too few, all of them: a lower bound
            "counted": np.where(needed < 0, np.ceil(limit * product), needed),
            "information": k * gammaln(n + 1) / np.log(n),
            "product": product,
            "search": n**k,
        }
    )
    return stats.Evaluation(
        table,
        {
            f"examples_over_{name}": stats.MeanOf(
                (table["counted"] / table[name]).groupby(run).mean().to_numpy()
            )
            for name in ("product", "information")
        },
    )
