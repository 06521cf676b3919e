"""Spread of the curves of several widths before and after rescaling: do they collapse on one?

L(t, m) ~ m^(1-2 beta) v t^((1-2 beta)/beta) makes L / m^(1-2 beta) a function of t / m^beta.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64

_POINTS = 200  # of the common axis

Logs = Float64[np.ndarray, " point"]
LogCurve = tuple[Logs, Logs]  # ln of the times of a curve, rising, and ln of its losses


def spread(curves: Sequence[LogCurve]) -> float:
    """Return the root mean square, over log time, of the curves' standard deviation in ln L."""
    # at times where at least two curves are known, each between its first and last point
    first = min(time[0] for time, _ in curves)
    last = max(time[-1] for time, _ in curves)
    axis = np.linspace(first, last, _POINTS)
    values = np.stack([np.interp(axis, *curve, left=np.nan, right=np.nan) for curve in curves])
    common = np.isfinite(values).sum(axis=0) >= 2
    if not common.any():
        raise ValueError(
            f"No two of the {len(curves)} curves have a time in common; train the widths for "
            "overlapping times."
        )
    return float(np.sqrt(np.nanvar(values[:, common], axis=0).mean()))


def rescaled(curve: LogCurve, neurons: int, exponent: float) -> LogCurve:
    """Return the curve of ``neurons`` in the units t / m^beta and L / m^(1-2 beta)."""
    (time, loss), width = curve, float(np.log(neurons))
    return time + -exponent * width, loss + (2 * exponent - 1) * width


def remaining_spread(curves: Sequence[tuple[int, LogCurve]], exponent: float) -> float:
    """Return the spread after rescaling as a share of that before; curves come with their m."""
    before = spread([curve for _, curve in curves])
    if before <= 0:
        raise ValueError("The curves of all widths agree: there is no spread to remove.")
    return spread([rescaled(curve, neurons, exponent) for neurons, curve in curves]) / before
