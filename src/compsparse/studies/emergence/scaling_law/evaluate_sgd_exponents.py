"""Both exponents by online SGD beside the population flow (document 003, part I, corollary)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.scaling_law.emergences import Emergences, read_flow, read_sgd
from compsparse.studies.emergence.scaling_law.exponents import (
    falls,
    loss_exponent,
    means_where_known,
    time_exponents,
)
from compsparse.studies.emergence.tables import table_of
from compsparse.studies.emergence.teacher import PowerLawTeacher

_DRAWN = 60  # times at which the figure shows the loss


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    exponents: Sequence[float],  # beta
    step_size: float,  # eta of SGD
    learned: tuple[int, int],
    points: int,  # number of log-spaced times in the window
) -> stats.Evaluation:
    """Fit both exponents to every run of SGD and of the flow.

    Each run has its own window for the loss, from the level that the first number of ``learned``
    directions leaves to that of the second; in small dimensions alignment comes long before that.
    Rows are of ``emergence`` (x: p, y: eta T_p), ``loss`` (x: eta t), ``exponent of time`` and
    ``of loss`` (x: beta), NaN where a run has none. Metrics are of SGD, or compare it with the flow
    run by run, as means over beta.

    Inputs: ``sgd`` and ``flow``, by exponent, from the same starts.
    """
    sgd = [read_sgd(path, step_size) for path in stats.many(inputs, "sgd")]
    flows = [read_flow(path) for path in stats.many(inputs, "flow")]
    trained = {"SGD": sgd, "flow": flows}
    time, loss = {}, {}  # exponents [beta, run] by trainer; NaN where a run has none
    tables = []
    for trainer, families in trained.items():
        pairs = list(zip(families, exponents, strict=True))
        time[trainer] = np.stack([time_exponents(runs) for runs in families])
        loss[trainer] = np.stack([_loss_exponents(*pair, learned, points) for pair in pairs])
        tables += [_rows(*pair, trainer) for pair in pairs]
    tables += [
        table_of({"exponent": beta, "trainer": trainer, "run": range(len(fits))}, y=fits).assign(
            quantity=f"exponent of {quantity}", x=beta
        )
        for trainer in trained
        for quantity, fitted in (("time", time[trainer]), ("loss", loss[trainer]))
        for beta, fits in zip(exponents, fitted, strict=True)
    ]
    betas = np.array(exponents, dtype=np.float64)
    values = {
        **{named("time_exponent", b): time["SGD"][i] for i, b in enumerate(exponents)},
        **{named("loss_exponent", b): loss["SGD"][i] for i, b in enumerate(exponents)},
        "time_exponent_by_beta": np.array([_slope(betas, fits) for fits in time["SGD"].T]),
        "time_exponent_minus_flow": (time["SGD"] - time["flow"]).mean(axis=0),
        "loss_exponent_over_flow": (loss["SGD"] / loss["flow"]).mean(axis=0),
        "time_over_flow": _ratios(sgd, flows),
    }
    means: dict[str, stats.MeanOf] = {}
    for name, run_values in values.items():
        means |= means_where_known(name, run_values)
    complete = np.logical_and.reduce([runs.complete for runs in sgd])
    share = stats.interval_of_probability(int(complete.sum()), len(complete))
    table = pd.concat(tables, ignore_index=True)
    columns = ["exponent", "trainer", "run", "quantity", "x", "y"]
    return stats.Evaluation(table[columns], {**means, "complete_share": share})


def _slope(betas: np.ndarray, fits: np.ndarray) -> float:
    """Return the slope of a run's fitted exponents in beta; NaN where it lacks one."""
    return stats.least_squares_slope(betas, fits) if np.isfinite(fits).all() else np.nan


def _loss_exponents(
    runs: Emergences, exponent: float, learned: tuple[int, int], points: int
) -> Float64[np.ndarray, " run"]:
    levels = [PowerLawTeacher(exponent, count).tail for count in learned]
    fitted = np.full(len(runs.loss), np.nan)
    for run in np.flatnonzero(~runs.failed):
        opens, closes = falls(runs, int(run), levels).tolist()
        if np.isfinite(closes):
            fitted[run] = loss_exponent(runs.time, runs.loss[run], opens, closes, points)
    return fitted


def _ratios(sgd: Sequence[Emergences], flows: Sequence[Emergences]) -> Float64[np.ndarray, " run"]:
    """Return each run's median over directions of T_p of SGD over the flow's, mean over beta."""
    ratios = np.stack([a.emergence / b.emergence for a, b in zip(sgd, flows, strict=True)])
    complete = np.logical_and.reduce([runs.complete for runs in [*sgd, *flows]])
    return np.asarray(np.where(complete, np.median(ratios, axis=2).mean(axis=0), np.nan))


def _rows(runs: Emergences, exponent: float, trainer: str) -> pd.DataFrame:
    ranks = np.arange(1.0, runs.emergence.shape[1] + 1)
    # from before the first direction is learned to the end
    moments = np.geomspace(0.02 * runs.time[-1], runs.time[-1], _DRAWN)
    cell = {"exponent": exponent, "trainer": trainer}
    return pd.concat(
        [
            table_of({**cell, "run": run, "quantity": quantity, "x": x}, y=y)
            for run, (times, loss) in enumerate(zip(runs.emergence, runs.loss, strict=True))
            for quantity, x, y in (
                ("emergence", ranks, times),
                ("loss", moments, np.interp(moments, runs.time, loss)),
            )
        ],
        ignore_index=True,
    )
