"""Times and loss at k = 2, where neurons do not specialize (document 003, Part I, edge case)."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.arrays import ByDirection, ByTime
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.tables import table_of

_POINTS = 100  # of the loss between the ends of the window, log-spaced


@dataclass(frozen=True)
class _History:
    exponent: float
    time: ByTime
    loss: Float64[np.ndarray, "run time"]
    learned: Float64[np.ndarray, "run direction"]
    unaided: ByDirection
    amplitudes: ByDirection
    unaided_loss: ByTime


@stats.evaluates
def run(inputs: stats.Inputs, *, window: tuple[int, int]) -> stats.Evaluation:
    """Fit, in every run, exponents of the times in the rank and of the loss in time.

    Rows are of the quantity ``time`` by rank, of ``unaided``, the times if directions were learned
    one after the other, by rank, and of ``loss`` by time; ``unlearned`` is the number of directions
    that the run never learned. A run that learns too few for the window has no exponents.

    Corrected times are T_p / ln(a_p / h_p - 1) with the trained amplitudes, proportional to 1 / a_p
    in theory. The exponents ``alone`` are theory's at these sizes, with directions one by one.

    The loss is read between the times at which the numbers of directions in ``window`` are learned.
    """
    rows: list[pd.DataFrame] = []
    shares: list[Float64[np.ndarray, " run"]] = []
    statistics: dict[str, stats.MeanOf | stats.Interval] = {}
    for path in stats.many(inputs, "histories"):
        history = stats.read_dataclass(path, _History)
        exponent, time, unaided = history.exponent, history.time, history.unaided
        logarithm = 8.0 * history.amplitudes * unaided
        slopes: dict[str, list[float]] = defaultdict(list)
        shares.append(np.isfinite(history.learned).mean(axis=1))
        for index, (times, loss) in enumerate(zip(history.learned, history.loss, strict=True)):
            seen = np.isfinite(times)
            ranks, learned = np.flatnonzero(seen) + 1.0, times[seen]
            if len(ranks) >= max(window):
                corrected = learned / logarithm[seen]
                ends = _times(learned, window)
                slopes["time_exponent"].append(stats.log_log_slope(ranks, learned))
                slopes["corrected_time_exponent"].append(stats.log_log_slope(ranks, corrected))
                slopes["loss_exponent"].append(loss_slope(time, loss, ends))
            cell = {"exponent": exponent, "run": index, "unlearned": int((~seen).sum())}
            rows += [
                table_of({**cell, "quantity": quantity, "point": points}, value=values)
                for quantity, points, values in (
                    ("time", ranks, learned),
                    ("unaided", ranks, unaided[seen]),
                    ("loss", time, loss),
                )
            ]
        alone = {
            "time_exponent": stats.log_log_slope(np.arange(1.0, len(unaided) + 1), unaided),
            "loss_exponent": loss_slope(time, history.unaided_loss, _times(unaided, window)),
        }
        statistics |= {
            named(name, exponent): stats.MeanOf(np.array(values)) for name, values in slopes.items()
        }
        statistics |= {
            named(f"{name}_alone", exponent): stats.exact(value) for name, value in alone.items()
        }
    statistics["learned_share"] = stats.MeanOf(np.mean(shares, axis=0), stats.SHARE)
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)


def _times(learned: ByDirection, window: tuple[int, int]) -> tuple[float, float]:
    """Return the times at which the two numbers of directions are learned."""
    begin, end = np.sort(learned)[np.array(window) - 1]
    return float(begin), float(end)


def loss_slope(time: ByTime, loss: ByTime, window: tuple[float, float]) -> float:
    """Return the exponent of the loss in time between the ends of a window."""
    if not time[0] <= window[0] < window[1] <= time[-1]:
        raise ValueError(
            f"The window {window} must lie within the times {time[0]:g} to {time[-1]:g}, and end "
            "after it begins."
        )
    if not (np.isfinite(loss).all() and (loss > 0).all()):
        raise ValueError("A loss is not positive and finite; the flow did not end well.")
    points = np.geomspace(*window, _POINTS)
    values = np.exp(np.interp(np.log(points), np.log(time), np.log(loss)))
    return stats.log_log_slope(points, values)
