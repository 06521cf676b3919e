"""Automata with their strings, and what trees learned of them, in files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int64, UInt8

from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.circuits.typed_arrays import read_typed_arrays

_SEPARATOR = "."  # between the number of a task and the name of an array
_OF_GROWN = {
    "sizes": (np.int64, 1),
    "follows": (np.uint8, 4),
    "leaves": (np.int64, 2),
    "end_accuracy": (np.float64, 2),
}


@dataclass(frozen=True)
class Tasks:
    """An automaton for each run, with strings."""

    follows: UInt8[np.ndarray, "run state symbol"]
    training: UInt8[np.ndarray, "run string time"]
    test: UInt8[np.ndarray, "run test_string test_time"]


@dataclass(frozen=True)
class Grown:
    """Trees of each run by the number of strings that they were grown on."""

    sizes: Int64[np.ndarray, " size"]  # strings
    follows: UInt8[np.ndarray, "run size state symbol"]  # what the tree of steps says
    leaves: Int64[np.ndarray, "run size"]  # of that tree
    end_accuracy: Float64[np.ndarray, "run size"]  # of the tree that reads the whole string


def grown_arrays(all_grown: Sequence[Grown]) -> dict[str, np.ndarray]:
    """Return the arrays of a file that ``read_grown`` reads."""
    return {
        f"{index}{_SEPARATOR}{name}": getattr(grown, name)
        for index, grown in enumerate(all_grown)
        for name in _OF_GROWN
    }


def read_tasks(path: Path) -> Tasks:
    """Return the automata and strings of a file.

    Raises:
        ArtifactError: the file cannot be read, or does not hold automata with strings for them.
    """
    arrays = read_typed_arrays(
        path, {name: (np.uint8, 3) for name in ("follows", "training", "test")}
    )
    _, states, symbols = arrays["follows"].shape
    _require_below(path, "follows", arrays["follows"], states)
    for name in ("training", "test"):
        _require_below(path, name, arrays[name], symbols)
        if len(arrays[name]) != len(arrays["follows"]):
            raise ArtifactError(path, f"{name} is of another number of runs than follows.")
    return Tasks(arrays["follows"], arrays["training"], arrays["test"])


def read_grown(path: Path, tasks: int) -> list[Grown]:
    """Return what trees learned of each of so many tasks.

    Raises:
        ArtifactError: the file cannot be read, or does not hold trees of so many tasks.
    """
    wanted = {
        f"{index}{_SEPARATOR}{name}": kind
        for index in range(tasks)
        for name, kind in _OF_GROWN.items()
    }
    arrays = read_typed_arrays(path, wanted)
    if len(arrays) != len(wanted):
        raise ArtifactError(path, f"It has {len(arrays)} arrays; {tasks} tasks have {len(wanted)}.")
    parts = [
        {name: arrays[f"{index}{_SEPARATOR}{name}"] for name in _OF_GROWN} for index in range(tasks)
    ]
    for part in parts:
        _require_trees(path, part)
    return [Grown(**part) for part in parts]


def _require_trees(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    follows, accuracy = arrays["follows"], arrays["end_accuracy"]
    shape = (len(follows), len(arrays["sizes"]))
    for name in ("follows", "leaves", "end_accuracy"):
        found = arrays[name].shape
        if found[:2] != shape:
            raise ArtifactError(
                path, f"{name} has the shape {found}; its first axes must be {shape}."
            )
    _require_below(path, "follows", follows, follows.shape[2])
    if not ((accuracy >= 0) & (accuracy <= 1)).all():
        raise ArtifactError(path, "end_accuracy has values outside 0 .. 1.")


def _require_below(path: Path, name: str, array: np.ndarray, limit: int) -> None:
    if array.max() >= limit:
        raise ArtifactError(path, f"{name} has a {array.max()}; all must be below {limit}.")
