"""How many random examples leave one tuple of hidden permutations, beside k N ln N."""

import numpy as np
import pandas as pd
from jaxtyping import Int64
from scipy.special import gammaln

from compsparse.statistics import api as stats

_ARRAYS = {
    "folds": Int64[np.ndarray, "task"],
    "symbols": Int64[np.ndarray, "task"],
    "needed": Int64[np.ndarray, "task run"],
}


@stats.evaluates
def run(inputs: stats.Inputs, *, limit: float) -> stats.Evaluation:
    """Return one row per task and run.

    Args:
        limit: the most examples, in units of k N ln N.
    """
    arrays = stats.read_named_axes(stats.single(inputs, "counts"), _ARRAYS)
    task, run = np.indices(arrays["needed"].shape).reshape(2, -1)
    k, n = arrays["folds"][task].astype(np.float64), arrays["symbols"][task].astype(np.float64)
    needed = arrays["needed"].reshape(-1)
    product = k * n * np.log(n)
    table = pd.DataFrame(
        {
            "folds": arrays["folds"][task],
            "symbols": arrays["symbols"][task],
            "run": run,
            "needed": np.where(needed < 0, np.nan, needed),
            # where examples were too few, all of them: a lower bound
            "counted": np.where(needed < 0, np.ceil(limit * product), needed),
            "information": k * gammaln(n + 1) / np.log(n),
            "product": product,
            "search": n**k,
        }
    )
    over_product = (table["counted"] / table["product"]).groupby(table["run"]).mean()
    over_information = (table["counted"] / table["information"]).groupby(table["run"]).mean()
    return stats.Evaluation(
        table,
        {
            "examples_over_product": stats.MeanOf(over_product.to_numpy()),
            "examples_over_information": stats.MeanOf(over_information.to_numpy()),
        },
    )
