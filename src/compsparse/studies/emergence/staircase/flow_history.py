"""Histories of the population flow as the step ``train`` writes them, checked on reading."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from workflow_engine.artifacts import errors, named_axes

_HISTORY = {
    "time": Float64[np.ndarray, " time"],
    "loss": Float64[np.ndarray, "run time"],
    "alignment": Float64[np.ndarray, "run time direction"],
    **dict.fromkeys(("aligned", "recovered", "start"), Float64[np.ndarray, "run direction"]),
}


@dataclass(frozen=True)
class FlowRuns:
    """Runs of one experiment."""

    time: Float64[np.ndarray, " time"]  # of the flow, at which curves are known
    loss: Float64[np.ndarray, "run time"]  # the teacher's tail included
    alignment: Float64[np.ndarray, "run time direction"]  # largest squared overlap of any neuron
    aligned: Float64[np.ndarray, "run direction"]  # when it crosses 1/2, the emergence; or NaN
    recovered: Float64[np.ndarray, "run direction"]  # when half of the amplitude is learned; or NaN
    start: Float64[np.ndarray, "run direction"]  # largest overlap at the start


def read_flow_history(path: Path) -> FlowRuns:
    """Read a history of ``train_population_flow`` with alignments kept."""
    arrays = named_axes.read_named_axes(path, _HISTORY)
    if not (np.isfinite(arrays["loss"]).all() and (arrays["loss"] > 0).all()):
        raise errors.ArtifactError(
            path, "A loss is not positive and finite: the flow has overflowed."
        )
    return FlowRuns(**arrays)
