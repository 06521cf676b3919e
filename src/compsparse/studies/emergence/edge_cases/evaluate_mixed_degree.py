"""Activations of several degrees: the lowest one decides the exponents (document 003, Part I)."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.arrays import ByDirection, Numbers


@dataclass(frozen=True)
class _History:
    degrees: Int64[np.ndarray, " degree"]
    dimension: int
    aligned: Float64[np.ndarray, "run direction"]

    @property
    def name(self) -> str:
        return "+".join(map(str, self.degrees.tolist()))


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Fit, in every run, the exponents of the times in the rank and in the dimension.

    The table has rows of the quantity ``rank``, the time of each direction, and of the quantity
    ``dimension``, the geometric mean of the times of the stronger half of the directions;
    ``unlearned`` is the number of directions that were never learned.
    """
    curves: list[_Curve] = []
    for path in stats.many(inputs, "by_rank"):
        history = stats.read_dataclass(path, _History)
        curves += [
            _by_rank(history.name, index, times) for index, times in enumerate(history.aligned)
        ]
    sweeps: dict[str, dict[int, np.ndarray]] = defaultdict(dict)
    for path in stats.many(inputs, "by_dimension"):
        history = stats.read_dataclass(path, _History)
        sweeps[history.name][history.dimension] = history.aligned
    for degrees, cells in sweeps.items():
        dimensions = np.array(sorted(cells), dtype=np.float64)
        aligned = np.stack([cells[int(d)] for d in dimensions], axis=1)
        curves += [
            _by_dimension(degrees, index, dimensions, times) for index, times in enumerate(aligned)
        ]
    slopes: dict[str, list[float]] = defaultdict(list)
    for curve in curves:
        metric = f"{curve.quantity}_exponent_{curve.degrees.replace('+', '_')}"
        slopes[metric].append(stats.log_log_slope(curve.point, curve.value))
    statistics = {name: stats.MeanOf(np.array(values)) for name, values in slopes.items()}
    table = pd.concat([pd.DataFrame(vars(curve)) for curve in curves], ignore_index=True)
    return stats.Evaluation(table, statistics)


@dataclass(frozen=True)
class _Curve:
    """Times of a run, to which an exponent is fitted."""

    degrees: str
    quantity: str
    run: int
    point: Numbers
    value: Numbers
    unlearned: int


def _by_rank(degrees: str, index: int, times: ByDirection) -> _Curve:
    """Return the times of the directions that a run learned."""
    learned = np.isfinite(times)
    if 2 * learned.sum() < len(times) or learned.sum() < 2:
        raise ValueError(
            f"Run {index} of degrees {degrees} learned {int(learned.sum())} of "
            f"{len(times)} directions; an exponent needs half of them, and two. Raise `duration` "
            "or `neurons`."
        )
    ranks = np.flatnonzero(learned) + 1.0
    return _Curve(degrees, "rank", index, ranks, times[learned], int((~learned).sum()))


def _by_dimension(
    degrees: str,
    index: int,
    dimensions: Float64[np.ndarray, " dimension"],
    times: Float64[np.ndarray, "dimension direction"],
) -> _Curve:
    """Return the mean times of the directions that a run learned in all dimensions."""
    stronger = times[:, : (times.shape[1] + 1) // 2]
    everywhere = np.isfinite(stronger).all(axis=0)
    if not everywhere.any() or len(dimensions) < 2:
        raise ValueError(
            f"Run {index} of degrees {degrees} has {int(everywhere.sum())} strong "
            f"directions that were learned in all of {len(dimensions)} dimensions; needed is at "
            "least 1 in 2 dimensions. Raise `duration` or `neurons`."
        )
    means = np.exp(np.log(stronger[:, everywhere]).mean(axis=1))
    return _Curve(degrees, "dimension", index, dimensions, means, int((~everywhere).sum()))
