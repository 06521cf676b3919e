"""Random starts as ``generate`` leaves them, checked on reading."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from compsparse.artifacts.arrays import read_arrays
from compsparse.artifacts.errors import ArtifactError


@dataclass(frozen=True)
class Starts:
    """Unit neurons of independent runs, in coordinates that begin with the teacher's directions."""

    coordinates: Float64[np.ndarray, "run neuron coordinate"]
    directions: int  # P
    dimension: int  # d


def read_starts(path: Path) -> Starts:
    """Read what the step ``generate`` wrote.

    Raises:
        ArtifactError: the file cannot be read, or holds something else.
    """
    arrays = read_arrays(path)
    missing = {"coordinates", "directions", "dimension"} - set(arrays)
    if missing:
        raise ArtifactError(path, f"The array {min(missing)!r} is missing.")
    coordinates = arrays["coordinates"]
    if coordinates.ndim != 3 or coordinates.dtype != np.float64 or not coordinates.size:
        raise ArtifactError(
            path,
            f"coordinates is {coordinates.dtype} of shape {coordinates.shape}; starts are float64 "
            "[run, neuron, coordinate].",
        )
    if not (np.isfinite(coordinates).all() and (np.abs(coordinates) <= 1 + 1e-9).all()):
        raise ArtifactError(path, "Coordinates of unit vectors lie between -1 and 1.")
    directions = _count(path, arrays, "directions")
    if directions > coordinates.shape[2]:
        raise ArtifactError(
            path,
            f"There are {directions} directions, but only {coordinates.shape[2]} coordinates.",
        )
    return Starts(coordinates, directions, _count(path, arrays, "dimension"))


def first_neurons(starts: Starts, neurons: int | None) -> Starts:
    """Return the starts of a narrower student: the first neurons of every run.

    Students of several widths share their first neurons, which takes the luck of the start out of
    comparisons between them.

    Args:
        starts: coordinates [run, neuron, coordinate].
        neurons: m, how many of them; all where it is None.

    Raises:
        ValueError: the starts do not have so many neurons.
    """
    most = starts.coordinates.shape[1]
    if neurons is None:
        return starts
    if not 1 <= neurons <= most:
        raise ValueError(f"neurons is {neurons}; allowed: 1 to {most}, which the starts have.")
    return replace(starts, coordinates=starts.coordinates[:, :neurons])


def _count(path: Path, arrays: dict[str, np.ndarray], name: str) -> int:
    array = arrays[name]
    if array.ndim or array.dtype.kind not in "iu" or array < 1:
        raise ArtifactError(path, f"{name} must be one positive whole number.")
    return int(array)
