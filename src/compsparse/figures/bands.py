"""The middle and the spread of replicates, drawn as a line in a band."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from matplotlib.axes import Axes

# below this many replicates an interval of the mean says less than the values themselves
_FEWEST_FOR_INTERVAL = 10
_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Band:
    """The mean of a curve over replicates with the spread around it.

    ``spread`` says what ``low`` and ``high`` are: "none" (one replicate), "range" (minimum and
    maximum, for fewer than 10 replicates) or "interval" (95 % Student t interval of the mean).
    """

    middle: Float64[np.ndarray, " point"]
    low: Float64[np.ndarray, " point"]
    high: Float64[np.ndarray, " point"]
    replicates: int
    spread: str
    geometric: bool


def mean_band(values: Float64[np.ndarray, "replicate point"]) -> Band:
    """Return the arithmetic mean over replicates and its band."""
    middle, low, high, spread = _mean_and_spread(values)
    return Band(middle, low, high, len(values), spread, geometric=False)


def log_band(values: Float64[np.ndarray, "replicate point"], name: str = "value") -> Band:
    """Return the geometric mean over replicates and its band, both taken on the logarithm.

    Raises:
        ValueError: a value that is not positive has no place on a log axis.
    """
    if not (values > 0).all():
        raise ValueError(
            f"{int((values <= 0).sum())} of {values.size} values of {name} are not positive (the "
            f"least is {values.min():g}); a log axis cannot show them. Check how {name} was "
            "computed."
        )
    middle, low, high, spread = _mean_and_spread(np.log(values))
    return Band(np.exp(middle), np.exp(low), np.exp(high), len(values), spread, geometric=True)


def _mean_and_spread(
    values: Float64[np.ndarray, "replicate point"],
) -> tuple[
    Float64[np.ndarray, " point"], Float64[np.ndarray, " point"], Float64[np.ndarray, " point"], str
]:
    count = len(values)
    middle = values.mean(axis=0)
    if count == 1:
        return middle, middle, middle, "none"
    if count < _FEWEST_FOR_INTERVAL:
        return middle, values.min(axis=0), values.max(axis=0), "range"
    from scipy.special import stdtrit  # costs a tenth of a second, which few replicates never need

    error = values.std(axis=0, ddof=1) / np.sqrt(count)
    reach = float(stdtrit(count - 1, 0.5 + _CONFIDENCE / 2)) * error
    return middle, middle - reach, middle + reach, "interval"


def draw_band(
    axes: Axes,
    points: Float64[np.ndarray, " point"],
    band: Band,
    *,
    color: str,
    linestyle: str | tuple[float, tuple[float, ...]] = "-",
) -> None:
    """Draw the line of the means in its band; with one replicate, the line alone."""
    if band.spread != "none":
        axes.fill_between(points, band.low, band.high, color=color, alpha=0.18, linewidth=0)
    axes.plot(points, band.middle, color=color, linestyle=linestyle)
