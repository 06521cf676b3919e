"""Activations of several degrees: the lowest one decides the exponents (document 003, Part I)."""

from collections import defaultdict

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

_HISTORY = {
    "degrees": Int64[np.ndarray, " degree"],
    "dimension": Int64[np.ndarray, ""],
    "aligned": Float64[np.ndarray, "run direction"],
}

_COLUMNS = ("degrees", "quantity", "run", "point", "value", "unlearned")
Row = tuple[str, str, int, float, float, int]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Fit, in every run, the exponents of the times in the rank and in the dimension.

    The table has rows of the quantity ``rank``, the time of each direction, and of the quantity
    ``dimension``, the geometric mean of the times of the stronger half of the directions;
    ``unlearned`` is the number of directions that were never learned.
    """
    rows: list[Row] = []
    slopes: dict[str, list[float]] = {}
    for path in stats.many(inputs, "by_rank"):
        history = stats.read_named_axes(path, _HISTORY)
        degrees = _joined(history["degrees"])
        slopes[_metric("rank_exponent", degrees)] = [
            _by_rank(degrees, index, times, rows) for index, times in enumerate(history["aligned"])
        ]
    sweeps: dict[str, dict[int, np.ndarray]] = defaultdict(dict)
    for path in stats.many(inputs, "by_dimension"):
        history = stats.read_named_axes(path, _HISTORY)
        sweeps[_joined(history["degrees"])][int(history["dimension"])] = history["aligned"]
    for degrees, cells in sweeps.items():
        if len({aligned.shape for aligned in cells.values()}) > 1:
            raise ValueError(
                f"The dimensions {sorted(cells)} of degrees {degrees} have different numbers of "
                "runs or directions; train all with the same."
            )
        dimensions = np.array(sorted(cells), dtype=np.float64)
        aligned = np.stack([cells[int(d)] for d in dimensions], axis=1)
        slopes[_metric("dimension_exponent", degrees)] = [
            _by_dimension(degrees, index, dimensions, times, rows)
            for index, times in enumerate(aligned)
        ]
    statistics = {name: stats.MeanOf(np.array(values)) for name, values in slopes.items()}
    return stats.Evaluation(pd.DataFrame(rows, columns=list(_COLUMNS)), statistics)


def _joined(degrees: np.ndarray) -> str:
    return "+".join(str(int(degree)) for degree in degrees)


def _metric(name: str, degrees: str) -> str:
    return f"{name}_{degrees.replace('+', '_')}"


def _by_rank(
    degrees: str, index: int, times: Float64[np.ndarray, " direction"], rows: list[Row]
) -> float:
    """Add the rows of a run and return its exponent, over the directions that it learned."""
    learned = np.isfinite(times)
    if 2 * learned.sum() < len(times) or learned.sum() < 2:
        raise ValueError(
            f"Run {index} of degrees {degrees} learned {int(learned.sum())} of "
            f"{len(times)} directions; an exponent needs half of them, and two. Raise `duration` "
            "or `neurons`."
        )
    ranks = np.flatnonzero(learned) + 1.0
    rows += [
        (degrees, "rank", index, point, value, int((~learned).sum()))
        for point, value in zip(ranks, times[learned], strict=True)
    ]
    return stats.log_log_slope(ranks, times[learned])


def _by_dimension(
    degrees: str,
    index: int,
    dimensions: Float64[np.ndarray, " dimension"],
    times: Float64[np.ndarray, "dimension direction"],
    rows: list[Row],
) -> float:
    """Add the rows of a run and return its exponent, over directions learned in all dimensions."""
    stronger = times[:, : (times.shape[1] + 1) // 2]
    everywhere = np.isfinite(stronger).all(axis=0)
    if not everywhere.any() or len(dimensions) < 2:
        raise ValueError(
            f"Run {index} of degrees {degrees} has {int(everywhere.sum())} strong "
            f"directions that were learned in all of {len(dimensions)} dimensions; needed is at "
            "least 1 in 2 dimensions. Raise `duration` or `neurons`."
        )
    means = np.exp(np.log(stronger[:, everywhere]).mean(axis=1))
    rows += [
        (degrees, "dimension", index, point, value, int((~everywhere).sum()))
        for point, value in zip(dimensions, means, strict=True)
    ]
    return stats.log_log_slope(dimensions, means)
