"""Times and loss at k = 2, where neurons do not specialize (document 003, Part I, edge case)."""

from collections import defaultdict

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named

_HISTORY = {
    "exponent": Float64[np.ndarray, ""],
    "time": Float64[np.ndarray, " time"],
    "loss": Float64[np.ndarray, "run time"],
    "learned": Float64[np.ndarray, "run direction"],
    "unaided": Float64[np.ndarray, " direction"],
    "amplitudes": Float64[np.ndarray, " direction"],
    "unaided_loss": Float64[np.ndarray, " time"],
}
_POINTS = 100  # of the loss between the ends of the window, log-spaced


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    window: tuple[int, int],
) -> stats.Evaluation:
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
        history = stats.read_named_axes(path, _HISTORY)
        exponent, time, unaided = float(history["exponent"]), history["time"], history["unaided"]
        logarithm = 8.0 * history["amplitudes"] * unaided
        slopes: dict[str, list[float]] = defaultdict(list)
        shares.append(np.isfinite(history["learned"]).mean(axis=1))
        runs = zip(history["learned"], history["loss"], strict=True)
        for index, (learned, loss) in enumerate(runs):
            seen = np.isfinite(learned)
            ranks = np.flatnonzero(seen) + 1.0
            if len(ranks) >= max(window):
                slopes["time_exponent"].append(stats.log_log_slope(ranks, learned[seen]))
                corrected = stats.log_log_slope(ranks, learned[seen] / logarithm[seen])
                slopes["corrected_time_exponent"].append(corrected)
                slopes["loss_exponent"].append(
                    loss_slope(time, loss, _times(learned[seen], window))
                )
            points = {
                "time": (ranks, learned[seen]),
                "unaided": (ranks, unaided[seen]),
                "loss": (time, loss),
            }
            rows += [
                pd.DataFrame(
                    {
                        "exponent": exponent,
                        "run": index,
                        "unlearned": int((~seen).sum()),
                        "quantity": quantity,
                        "point": point,
                        "value": value,
                    }
                )
                for quantity, (point, value) in points.items()
            ]
        statistics |= {
            named(name, exponent): stats.MeanOf(np.array(values)) for name, values in slopes.items()
        }
        alone = _times(unaided, window)
        statistics |= {
            named("time_exponent_alone", exponent): stats.exact(
                stats.log_log_slope(np.arange(1.0, len(unaided) + 1), unaided)
            ),
            named("loss_exponent_alone", exponent): stats.exact(
                loss_slope(time, history["unaided_loss"], alone)
            ),
        }
    statistics["learned_share"] = stats.MeanOf(np.mean(shares, axis=0), stats.SHARE)
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)


def _times(
    learned: Float64[np.ndarray, " direction"], window: tuple[int, int]
) -> tuple[float, float]:
    """Return the times at which the two numbers of directions are learned."""
    begin, end = np.sort(learned)[np.array(window) - 1]
    return float(begin), float(end)


def loss_slope(
    time: Float64[np.ndarray, " time"],
    loss: Float64[np.ndarray, " time"],
    window: tuple[float, float],
) -> float:
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
