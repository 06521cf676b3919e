"""Random starts as ``generate`` leaves them, checked on reading."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int64

from workflow_engine.artifacts import errors, named_axes

_STARTS = {
    "coordinates": Float64[np.ndarray, "run neuron coordinate"],
    "directions": Int64[np.ndarray, ""],
    "dimension": Int64[np.ndarray, ""],
}


@dataclass(frozen=True)
class Starts:
    """Unit neurons of independent runs, in coordinates that begin with the teacher's directions."""

    coordinates: Float64[np.ndarray, "run neuron coordinate"]
    directions: int  # P
    dimension: int  # d


def read_starts(path: Path) -> Starts:
    """Read what the step ``generate`` wrote; ArtifactError if the file holds something else."""
    arrays = named_axes.read_named_axes(path, _STARTS)
    coordinates = arrays["coordinates"]
    if not (np.abs(coordinates) <= 1 + 1e-9).all():  # not a number is not below it either
        raise errors.ArtifactError(path, "Coordinates of unit vectors lie between -1 and 1.")
    directions, dimension = int(arrays["directions"]), int(arrays["dimension"])
    if min(directions, dimension) < 1:
        raise errors.ArtifactError(path, "Directions and dimensions are positive whole numbers.")
    if directions > coordinates.shape[2]:
        raise errors.ArtifactError(
            path, f"There are {directions} directions, but only {coordinates.shape[2]} coordinates."
        )
    return Starts(coordinates, directions, dimension)


def first_neurons(starts: Starts, neurons: int | None) -> Starts:
    """Return the starts of a narrower student: the first neurons of every run; None for all."""
    # students of several widths share these, which takes the luck of the start out of comparisons
    most = starts.coordinates.shape[1]
    if neurons is None:
        return starts
    if not 1 <= neurons <= most:
        raise ValueError(f"neurons is {neurons}; allowed: 1 to {most}, which the starts have.")
    return replace(starts, coordinates=starts.coordinates[:, :neurons])
