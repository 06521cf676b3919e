"""Histories of the population flow as ``train`` leaves them, checked on reading."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.emergence.histories import read_history

_AXES = {
    "time": ("time",),
    "loss": ("run", "time"),
    "alignment": ("run", "time", "direction"),
    "aligned": ("run", "direction"),
    "recovered": ("run", "direction"),
    "start": ("run", "direction"),
}


@dataclass(frozen=True)
class FlowRuns:
    """Runs of one experiment.

    Attributes:
        time: of the flow, at which curves are known.
        loss: with the tail in it.
        tail: what directions beside the simulated ones contribute to the loss.
        alignment: largest squared overlap of any neuron with each direction.
        aligned: when it crosses one half, the emergence; NaN where it never does.
        recovered: when half of the amplitude is learned; NaN where it never is.
        start: largest overlap at the start.
    """

    time: Float64[np.ndarray, " time"]
    loss: Float64[np.ndarray, "run time"]
    tail: float
    alignment: Float64[np.ndarray, "run time direction"]
    aligned: Float64[np.ndarray, "run direction"]
    recovered: Float64[np.ndarray, "run direction"]
    start: Float64[np.ndarray, "run direction"]


def read_flow_history(path: Path) -> FlowRuns:
    """Read what the step ``train.population_flow`` wrote with alignments kept.

    Raises:
        ArtifactError: the file cannot be read, or holds something else.
    """
    arrays = read_history(path, {**_AXES, "tail": ()})
    if not (np.isfinite(arrays["loss"]).all() and (arrays["loss"] > 0).all()):
        raise ArtifactError(path, "A loss is not positive and finite: the flow has overflowed.")
    return FlowRuns(tail=float(arrays["tail"]), **{name: arrays[name] for name in _AXES})
