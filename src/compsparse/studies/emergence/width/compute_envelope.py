"""The least loss at a given compute, and the width that attains it.

After the time t m neurons have used the compute C = m t; width m has reached its plateau, of order
m^(1-2 beta), after a time of order m^beta, so that it is best at C ~ m^(1+beta). The best width
grows as C^(1/(1+beta)), and the loss at it falls as C^((1-2 beta)/(1+beta)).
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.arrays import ByTime

_POINTS = 100  # of the axis of compute


@dataclass(frozen=True)
class ComputeCurves:
    """Losses of every run and width on one axis of compute."""

    compute: Float64[np.ndarray, " point"]  # neurons times time of the flow
    loss: Float64[np.ndarray, "run width point"]
    widths: Int64[np.ndarray, " width"]  # increasing


def by_compute(
    times: list[ByTime],
    losses: list[Float64[np.ndarray, "run time"]],
    widths: list[int],
) -> ComputeCurves:
    """Put the curves of all widths, at least three in rising order, on one axis of compute."""
    # from the start of the narrowest student to the earliest end; before its own first time, a
    # student has its first loss
    ends = [width * time[-1] for width, time in zip(widths, times, strict=True)]
    compute = np.geomspace(widths[0] * times[0][0], min(ends), _POINTS)
    axis = np.log(compute)
    curves = [
        [np.interp(axis, np.log(width * time), run_loss) for run_loss in np.log(loss)]
        for width, time, loss in zip(widths, times, losses, strict=True)
    ]
    return ComputeCurves(compute, np.exp(np.array(curves)).swapaxes(0, 1), np.array(widths))


def scaling_window(curves: ComputeCurves) -> Bool[np.ndarray, " point"]:
    """Return where neither the narrowest nor the widest student is best, on average over runs."""
    # beyond them the envelope is that of a single width
    middle = np.log(curves.loss).mean(axis=0)
    best = middle.argmin(axis=0)
    points = np.arange(len(best))
    # before any student has learned anything, the order of the losses is meaningless
    begun = middle[0] < 0.5 * middle[0].min()
    inner = begun & (best > 0) & (best < len(curves.widths) - 1)
    if inner.sum() < 2:
        raise ValueError(
            "No width between the narrowest and the widest is best at two computes; train more "
            "widths, or longer."
        )
    first, last = points[inner][[0, -1]]
    return np.asarray((points >= first) & (points <= last))


def compute_exponents(curves: ComputeCurves) -> Float64[np.ndarray, "run 2"]:
    """Return, for each run, the exponents of the least loss and of the best width in compute."""
    window = scaling_window(curves)
    compute = curves.compute[window]
    losses = curves.loss[:, :, window]
    least = losses.min(axis=1)
    best = curves.widths[losses.argmin(axis=1)].astype(np.float64)
    return np.array(
        [
            [stats.log_log_slope(compute, loss), stats.log_log_slope(compute, width)]
            for loss, width in zip(least, best, strict=True)
        ]
    )
