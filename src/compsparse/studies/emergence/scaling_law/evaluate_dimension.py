"""Emergence times against the input dimension: eta T_p grows as d^(k/2 - 1).

Document 003, part I, "Corollary (Emergence & Scaling Laws)", by the population flow.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.scaling_law.emergences import read_flow
from compsparse.studies.emergence.scaling_law.exponents import means_where_known


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Fit an exponent to every run.

    A run has the same Gaussian overlaps in every dimension; its time in one is the geometric mean
    over the first directions, NaN where one was not learned. Inputs: histories by order and
    dimension. Params: orders, k; dimensions, d; directions, that are averaged; smallest dimension
    of the fit.
    """
    rows = []
    cells = zip(
        stats.many(inputs, "histories"), params["orders"], params["dimensions"], strict=True
    )
    for path, order, dimension in cells:
        times = read_flow(path).emergence[:, : params["directions"]]
        rows.append(
            pd.DataFrame(
                {
                    "order": order,
                    "dimension": dimension,
                    "run": np.arange(len(times)),
                    "time": np.exp(np.log(times).mean(axis=1)),
                    "fitted": dimension >= params["smallest"],
                }
            )
        )
    table = pd.concat(rows, ignore_index=True)
    means: dict[str, stats.MeanOf] = {}
    for order, of_order in table[table["fitted"]].groupby("order"):
        name = f"exponent_order_{int(str(order))}"
        exponents = [_exponent(of_run) for _, of_run in of_order.groupby("run")]
        means |= means_where_known(name, np.array(exponents))
    learned = [bool(times.notna().all()) for _, times in table.groupby("run")["time"]]
    share = stats.interval_of_probability(sum(learned), len(learned))
    return stats.Evaluation(table, {**means, "complete_share": share})


def _exponent(of_run: pd.DataFrame) -> float:
    times = of_run["time"].to_numpy(dtype=np.float64)
    if not np.isfinite(times).all():
        return float("nan")
    return stats.log_log_slope(of_run["dimension"].to_numpy(dtype=np.float64), times)
