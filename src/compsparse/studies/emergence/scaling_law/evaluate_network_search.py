"""Samples until a whole network has its first direction, against the input dimension.

Document 003, part I, "Theorem (Complexity of SGD learning)": d^(k-1), at a step of d^(-k/2).
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.scaling_law.exponents import means_where_known, slope_where_known
from compsparse.studies.emergence.starts.stored import read_starts
from compsparse.studies.emergence.tables import table_of
from compsparse.studies.emergence.teacher import PowerLawTeacher

_ALIGNED = 0.5  # of the squared overlap
_POINTS = 2000  # of an integral over overlaps
_HISTORY = {"aligned": Float64[np.ndarray, "run direction"], "failed": Int64[np.ndarray, " run"]}


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    dimensions: Sequence[int],  # d
    order: int,  # k
    exponent: float,  # beta
    step_constant: float,  # c of the step size c d^(-k/2)
    samples: int,  # in each step
    groups: int,  # of equally many runs
) -> stats.Evaluation:
    """Fit the exponent of d in the median samples of a group of runs.

    A group in which half of the runs never learn the first direction at some d has none. The column
    ``predicted`` has the samples that the best neuron of the start needs alone and without noise.

    Inputs: ``histories`` and ``starts``, by dimension.
    """
    frames = []
    for history_path, starts_path, dimension in zip(
        stats.many(inputs, "histories"), stats.many(inputs, "starts"), dimensions, strict=True
    ):
        history = stats.read_named_axes(history_path, _HISTORY)
        starts = read_starts(starts_path)
        runs = len(history["aligned"])
        if runs % groups:
            raise ValueError(f"groups is {groups}; it must divide the {runs} runs.")
        overlaps = starts.coordinates[:, :, 0]
        best = (overlaps if order % 2 else np.abs(overlaps)).max(axis=1)
        amplitude = float(PowerLawTeacher(exponent, starts.directions).amplitudes[0])
        step_size = step_constant * dimension ** (-order / 2)
        frames.append(
            table_of(
                {"dimension": dimension, "run": range(runs)},
                group=np.arange(runs) * groups // runs,
                samples=samples * history["aligned"][:, 0],
                predicted=samples * search_time(order, amplitude, best) / step_size,
                failed=history["failed"] >= 0,
            )
        )
    table = pd.concat(frames, ignore_index=True)
    means = {
        **means_where_known("sample_exponent", _exponents(table, "samples")),
        **means_where_known("sample_exponent_alone", _exponents(table, "predicted")),
    }
    return stats.Evaluation(table, means)


def search_time(
    order: int, amplitude: float, overlap: Float64[np.ndarray, " run"]
) -> Float64[np.ndarray, " run"]:
    """Return when an isolated neuron's squared overlap is one half, in the time of the flow."""
    if not ((overlap > 0) & (overlap**2 < _ALIGNED)).all():
        raise ValueError(
            f"Starting overlaps reach from {overlap.min():g} to {overlap.max():g}; a search begins "
            "above 0 and below the root of one half. Take more neurons or a higher dimension."
        )
    path = np.geomspace(overlap, _ALIGNED**0.5, _POINTS)
    # dM/dt = 2 k a M^(k-1) (1 - M^2), in ln M
    rate = 1.0 / (2 * order * amplitude * path ** (order - 2) * (1 - path**2))
    return np.asarray(np.trapezoid(rate, np.log(path), axis=0))


def _exponents(table: pd.DataFrame, column: str) -> Float64[np.ndarray, " group"]:
    known = table.assign(**{column: table[column].fillna(np.inf)})
    medians = known.pivot_table(index="group", columns="dimension", values=column, aggfunc="median")
    dimensions = medians.columns.to_numpy(dtype=np.float64)
    rows = medians.to_numpy(dtype=np.float64)
    return np.array([slope_where_known(dimensions, row) for row in rows])
