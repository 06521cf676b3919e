"""Both exponents by online SGD beside the population flow (document 003, part I, corollary)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.scaling_law.emergences import Emergences, read_flow, read_sgd
from compsparse.studies.emergence.scaling_law.exponents import (
    loss_exponent,
    means_where_known,
    time_exponents,
)
from compsparse.studies.emergence.teacher import PowerLawTeacher

COLUMNS = ("exponent", "trainer", "run", "quantity", "x", "y")
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
    if not len(sgd) == len(flows) == len(exponents):
        raise ValueError(
            f"There are {len(sgd)} histories of SGD and {len(flows)} of the flow for "
            f"{len(exponents)} exponents; each exponent needs one of both."
        )
    shapes = {runs.emergence.shape for runs in [*sgd, *flows]}
    if len(shapes) > 1:
        raise ValueError(
            f"Histories have emergence times of the shapes {sorted(shapes)}, [run, direction]; "
            "SGD and the flow are compared from the same starts."
        )
    fits = {
        trainer: _Fits.fitted(families, exponents, learned, points)
        for trainer, families in (("SGD", sgd), ("flow", flows))
    }
    tables = [
        _rows(runs, trainer, exponent)
        for trainer, families in (("SGD", sgd), ("flow", flows))
        for runs, exponent in zip(families, exponents, strict=True)
    ] + [fit.rows(trainer, exponents) for trainer, fit in fits.items()]
    online, reference = fits["SGD"], fits["flow"]
    values = {
        **{named("time_exponent", b): online.time[i] for i, b in enumerate(exponents)},
        **{named("loss_exponent", b): online.loss[i] for i, b in enumerate(exponents)},
        "time_exponent_by_beta": online.time_by_beta(exponents),
        "time_exponent_minus_flow": (online.time - reference.time).mean(axis=0),
        "loss_exponent_over_flow": (online.loss / reference.loss).mean(axis=0),
        "time_over_flow": _ratios(sgd, flows),
    }
    means: dict[str, stats.MeanOf] = {}
    for name, run_values in values.items():
        means |= means_where_known(name, run_values)
    complete = np.logical_and.reduce([runs.complete for runs in sgd])
    share = stats.interval_of_probability(int(complete.sum()), len(complete))
    return stats.Evaluation(
        pd.concat(tables, ignore_index=True), {**means, "complete_share": share}
    )


@dataclass(frozen=True)
class _Fits:
    """Exponents of all runs of SGD or of the flow; NaN where a run has none."""

    time: Float64[np.ndarray, "beta run"]
    loss: Float64[np.ndarray, "beta run"]

    @classmethod
    def fitted(
        cls,
        families: Sequence[Emergences],
        exponents: Sequence[float],
        learned: tuple[int, int],
        points: int,
    ) -> "_Fits":
        return cls(
            np.stack([time_exponents(runs) for runs in families]),
            np.stack(
                [
                    _loss_exponents(runs, exponent, learned, points)
                    for runs, exponent in zip(families, exponents, strict=True)
                ]
            ),
        )

    def time_by_beta(self, exponents: Sequence[float]) -> Float64[np.ndarray, " run"]:
        """Return each run's slope of the fitted exponent in beta."""
        betas = np.array(exponents, dtype=np.float64)
        return np.array(
            [
                stats.least_squares_slope(betas, fits) if np.isfinite(fits).all() else np.nan
                for fits in self.time.T
            ]
        )

    def rows(self, trainer: str, exponents: Sequence[float]) -> pd.DataFrame:
        count = self.time.shape[1]
        return pd.concat(
            [
                _frame(exponent, trainer, run, f"exponent of {quantity}", [exponent], [fitted])
                for quantity, values in (("time", self.time), ("loss", self.loss))
                for exponent, fits in zip(exponents, values, strict=True)
                for run, fitted in zip(range(count), fits, strict=True)
            ],
            ignore_index=True,
        )


def _loss_exponents(
    runs: Emergences, exponent: float, learned: tuple[int, int], points: int
) -> Float64[np.ndarray, " run"]:
    levels = [PowerLawTeacher(exponent, count).tail for count in learned]
    fitted = np.full(len(runs.loss), np.nan)
    for run in np.flatnonzero(~runs.failed):
        loss = runs.loss[run]
        opens, closes = (
            float(first_crossing(runs.time, -loss[:, None], -level)[0]) for level in levels
        )
        if np.isfinite(closes):
            fitted[run] = loss_exponent(runs.time, loss, opens, closes, points)
    return fitted


def _ratios(sgd: Sequence[Emergences], flows: Sequence[Emergences]) -> Float64[np.ndarray, " run"]:
    """Return each run's median over directions of T_p of SGD over the flow's, mean over beta."""
    ratios = np.stack([a.emergence / b.emergence for a, b in zip(sgd, flows, strict=True)])
    complete = np.logical_and.reduce([runs.complete for runs in [*sgd, *flows]])
    return np.asarray(np.where(complete, np.median(ratios, axis=2).mean(axis=0), np.nan))


def _rows(runs: Emergences, trainer: str, exponent: float) -> pd.DataFrame:
    ranks = np.arange(1.0, runs.emergence.shape[1] + 1)
    # from before the first direction is learned to the end
    moments = np.geomspace(0.02 * runs.time[-1], runs.time[-1], _DRAWN)
    return pd.concat(
        [
            piece
            for run, (times, loss) in enumerate(zip(runs.emergence, runs.loss, strict=True))
            for piece in (
                _frame(exponent, trainer, run, "emergence", ranks, times),
                _frame(
                    exponent, trainer, run, "loss", moments, np.interp(moments, runs.time, loss)
                ),
            )
        ],
        ignore_index=True,
    )


def _frame(
    exponent: float,
    trainer: str,
    run: int,
    quantity: str,
    x: Sequence[float] | np.ndarray,
    y: Sequence[float] | np.ndarray,
) -> pd.DataFrame:
    columns = (exponent, trainer, run, quantity, x, y)
    return pd.DataFrame(dict(zip(COLUMNS, columns, strict=True)))
