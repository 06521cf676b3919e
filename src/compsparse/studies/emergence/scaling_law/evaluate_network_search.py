"""Samples until a whole network has its first direction, against the input dimension.

Document 003, part I, "Theorem (Complexity of SGD learning)": d^(k-1), at a step of d^(-k/2).
"""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.scaling_law.exponents import means_where_known
from compsparse.studies.emergence.starts.stored import read_starts
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.artifacts import named_axes

_ALIGNED = 0.5  # of the squared overlap
_POINTS = 2000  # of an integral over overlaps
_HISTORY = {"aligned": Float64[np.ndarray, "run direction"], "failed": Int64[np.ndarray, " run"]}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Fit the exponent of d in the median samples of a group of runs.

    A group of which half never learns the first direction at some d has none. ``predicted`` is what
    the best neuron of the start needs alone and without noise. Inputs: histories and starts, by
    dimension. Params: dimensions; order, k; exponent, beta; step_constant, c of the step c
    d^(-k/2); samples, in a step; groups, of equally many runs.
    """
    order, frames = params["order"], []
    for path, begun, dimension in zip(
        stats.many(inputs, "histories"),
        stats.many(inputs, "starts"),
        params["dimensions"],
        strict=True,
    ):
        history = named_axes.read_named_axes(path, _HISTORY)
        starts = read_starts(begun)
        runs, groups = len(history["aligned"]), params["groups"]
        if runs % groups:
            raise ValueError(f"groups is {groups}; it must divide the {runs} runs.")
        overlaps = starts.coordinates[:, :, 0]
        best = (overlaps if order % 2 else np.abs(overlaps)).max(axis=1)
        amplitude = float(PowerLawTeacher(params["exponent"], starts.directions).amplitudes[0])
        step = params["step_constant"] * dimension ** (-order / 2)
        frames.append(
            pd.DataFrame(
                {
                    "dimension": dimension,
                    "run": np.arange(runs),
                    "group": np.arange(runs) * groups // runs,
                    "samples": params["samples"] * history["aligned"][:, 0],
                    "predicted": params["samples"] * search_time(order, amplitude, best) / step,
                    "failed": history["failed"] >= 0,
                }
            )
        )
    table = pd.concat(frames, ignore_index=True)
    own, alone = (_exponents(table, column) for column in ("samples", "predicted"))
    means = means_where_known("sample_exponent", own)
    return stats.Evaluation(table, means | means_where_known("sample_exponent_alone", alone))


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
    return np.array(
        [
            stats.log_log_slope(dimensions, row) if np.isfinite(row).all() else np.nan
            for row in medians.to_numpy(dtype=np.float64)
        ]
    )
