"""Histories of the population flow as the step ``train`` writes them, checked on reading."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.arrays import ByTime
from workflow_engine.artifacts.named_axes import read_dataclass


@dataclass(frozen=True)
class FlowRuns:
    """Runs of one experiment."""

    time: ByTime  # of the flow, at which curves are known
    loss: Float64[np.ndarray, "run time"]  # the teacher's tail included
    alignment: Float64[np.ndarray, "run time direction"]  # largest squared overlap of any neuron
    aligned: Float64[np.ndarray, "run direction"]  # when it crosses 1/2, the emergence; or NaN
    recovered: Float64[np.ndarray, "run direction"]  # when half of the amplitude is learned; or NaN
    start: Float64[np.ndarray, "run direction"]  # largest overlap at the start

    def __post_init__(self) -> None:
        if not (np.isfinite(self.loss).all() and (self.loss > 0).all()):
            raise ValueError("A loss is not positive and finite: the flow has overflowed.")


def read_flow_history(path: Path) -> FlowRuns:
    """Read a history of ``train_population_flow`` with alignments kept."""
    return read_dataclass(path, FlowRuns)
