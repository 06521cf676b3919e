"""How much a choice matters: the best of several over the worst, on seeds that did not choose."""

import numpy as np
from jaxtyping import Float64


def left_out_spreads(values: Float64[np.ndarray, "run option"]) -> Float64[np.ndarray, " run"]:
    """Return each run's value at the others' best option minus that at the others' worst."""
    # ranked by means over the other runs: without a difference the spread is 0 in the mean
    others = values.sum(axis=0) - values
    runs = np.arange(len(values))
    spreads: Float64[np.ndarray, " run"] = (
        values[runs, others.argmax(axis=1)] - values[runs, others.argmin(axis=1)]
    )
    return spreads


def left_out_best(values: Float64[np.ndarray, "run option"]) -> Float64[np.ndarray, " run"]:
    """Return each run's value at the option whose mean over the other runs is lowest."""
    others = values.sum(axis=0) - values
    best: Float64[np.ndarray, " run"] = values[np.arange(len(values)), others.argmin(axis=1)]
    return best
