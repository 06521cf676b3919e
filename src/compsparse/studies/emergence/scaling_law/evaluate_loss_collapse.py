"""The loss over time: a curve of eta t d^(1 - k/2) (document 003, part I, corollary, item 2)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.scaling_law.emergences import Emergences, read_flow
from compsparse.studies.emergence.scaling_law.exponents import exponents_by_order, falls
from compsparse.studies.emergence.tables import table_of
from compsparse.studies.emergence.teacher import PowerLawTeacher

_DRAWN = 80  # times at which the figure shows the loss


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    orders: Sequence[int],  # k of each history
    dimensions: Sequence[int],  # d of each history
    exponent: float,  # beta
    levels: Sequence[int],  # numbers of learned directions; a level is the loss that they leave
) -> stats.Evaluation:
    """Fit, in every run, the exponent of d in the time at which the loss falls to given levels.

    Times are averaged geometrically over the levels that a run reaches in every dimension.

    Inputs: ``histories``, by order and dimension.
    """
    losses = [PowerLawTeacher(exponent, learned).tail for learned in levels]
    cells = zip(stats.many(inputs, "histories"), orders, dimensions, strict=True)
    tables, reached = [], []
    for path, order, dimension in cells:
        runs = read_flow(path)
        times = _times(runs, losses)
        reached += [(order, dimension, run, row) for run, row in enumerate(times)]
        tables.append(_curves(runs, order, dimension))
    fitted = pd.DataFrame(reached, columns=["order", "dimension", "run", "times"])
    means = exponents_by_order(fitted, "level_exponent", _exponent)
    return stats.Evaluation(pd.concat(tables, ignore_index=True), means)


def _times(runs: Emergences, levels: list[float]) -> Float64[np.ndarray, "run level"]:
    found = np.array([falls(runs, run, levels) for run in range(len(runs.loss))])
    # a loss below a level at the first logged time fell to it at an unknown time
    found[runs.loss[:, :1] <= np.array(levels)] = np.nan
    return found


def _exponent(run_rows: pd.DataFrame) -> float:
    times = np.stack(run_rows["times"].tolist())
    times = times[:, np.isfinite(times).all(axis=0)]
    if not times.size:
        return float("nan")
    means = np.exp(np.log(times).mean(axis=1))
    return stats.log_log_slope(run_rows["dimension"].to_numpy(dtype=np.float64), means)


def _curves(runs: Emergences, order: int, dimension: int) -> pd.DataFrame:
    moments = np.geomspace(runs.time[0], runs.time[-1], _DRAWN)
    axes = {"order": order, "dimension": dimension, "run": range(len(runs.loss))}
    losses = [np.interp(moments, runs.time, loss) for loss in runs.loss]
    return table_of({**axes, "time": moments}, loss=losses)
