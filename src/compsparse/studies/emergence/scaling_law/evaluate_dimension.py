"""Emergence times against the input dimension: eta T_p grows as d^(k/2 - 1).

Document 003, part I, "Corollary (Emergence & Scaling Laws)", by the population flow.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.scaling_law.emergences import read_flow
from compsparse.studies.emergence.scaling_law.exponents import exponents_by_order, slope_where_known
from compsparse.studies.emergence.tables import table_of


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    orders: Sequence[int],  # k of each history
    dimensions: Sequence[int],  # d of each history
    directions: int,  # number of directions that are averaged
    smallest: int,  # dimension in the fit
) -> stats.Evaluation:
    """Fit an exponent to every run.

    A run has the same Gaussian overlaps in every dimension; its time in each is the geometric mean
    over the first directions, NaN where one was not learned.

    Inputs: ``histories``, by order and dimension.
    """
    rows = []
    cells = zip(stats.many(inputs, "histories"), orders, dimensions, strict=True)
    for path, order, dimension in cells:
        times = read_flow(path).emergence[:, :directions]
        axes = {"order": order, "dimension": dimension, "run": range(len(times))}
        mean = np.exp(np.log(times).mean(axis=1))
        rows.append(table_of(axes, time=mean, fitted=dimension >= smallest))
    table = pd.concat(rows, ignore_index=True)
    means = exponents_by_order(table[table["fitted"]], "exponent", _exponent)
    learned = [bool(times.notna().all()) for _, times in table.groupby("run")["time"]]
    share = stats.interval_of_probability(sum(learned), len(learned))
    return stats.Evaluation(table, {**means, "complete_share": share})


def _exponent(run_rows: pd.DataFrame) -> float:
    dimensions, times = run_rows[["dimension", "time"]].to_numpy(dtype=np.float64).T
    return slope_where_known(dimensions, times)
