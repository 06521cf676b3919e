"""Random starts as the step ``generate`` writes them, checked on reading; trainings from each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from jaxtyping import Float64

from compsparse.ensembles.checkpoints import Checkpoints, Parts
from compsparse.studies.emergence.arrays import Arrays, Neurons
from workflow_engine.artifacts.named_axes import read_dataclass

# the teacher's P directions; P + m coordinates that span all neurons as well; all d
Basis = Literal["teacher", "span", "space"]
Train = Callable[[Neurons, Checkpoints], Arrays]


@dataclass(frozen=True)
class Starts:
    """Unit neurons of independent runs, in coordinates that begin with the teacher's directions."""

    coordinates: Float64[np.ndarray, "run neuron coordinate"]
    directions: int  # P
    dimension: int  # d

    def __post_init__(self) -> None:
        if not (np.abs(self.coordinates) <= 1 + 1e-9).all():  # not a number is not below it either
            raise ValueError("Coordinates of unit vectors lie between -1 and 1.")
        if min(self.directions, self.dimension) < 1:
            raise ValueError("Directions and dimensions are positive whole numbers.")
        coordinates = self.coordinates.shape[2]
        if self.directions > coordinates:
            raise ValueError(
                f"There are {self.directions} directions, but only {coordinates} coordinates."
            )


def read_starts(path: Path) -> Starts:
    """Read a dataset of starts; ArtifactError if the file holds something else."""
    return read_dataclass(path, Starts)


def first_neurons(starts: Starts, neurons: int | None) -> Starts:
    """Return the starts of a narrower student: the first neurons of every run; None for all."""
    # students of several widths share them, which removes the luck of the start from comparisons
    return replace(starts, coordinates=starts.coordinates[:, :neurons])


def train_each(train: Train, starts: Starts, checkpoints: Checkpoints) -> Arrays:
    """Train from the start of each run, one after the other, and stack the arrays by name."""
    parts = Parts(checkpoints, len(starts.coordinates))
    histories = [parts.do(partial(train, start)) for start in starts.coordinates]
    return {name: np.stack([history[name] for history in histories]) for name in histories[0]}
