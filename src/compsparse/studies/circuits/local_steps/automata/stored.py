"""Files of automata with their strings, and of the trees that learned them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_type_hints

import numpy as np
from jaxtyping import Float64, Int64, UInt8

from workflow_engine.artifacts import errors, named_axes
from workflow_engine.artifacts.arrays import read_arrays

_SEPARATOR = "."  # between the number of a task and the name of an array


@dataclass(frozen=True)
class Tasks:
    """An automaton for each run, with strings."""

    follows: UInt8[np.ndarray, "run state symbol"]
    training: UInt8[np.ndarray, "run string time"]
    test: UInt8[np.ndarray, "run test_string test_time"]


@dataclass(frozen=True)
class Grown:
    """Trees of each run, by the number of training strings."""

    sizes: Int64[np.ndarray, " size"]  # strings
    follows: UInt8[np.ndarray, "run size state symbol"]  # predicted by the tree of steps
    leaves: Int64[np.ndarray, "run size"]  # of that tree
    end_accuracy: Float64[np.ndarray, "run size"]  # of the tree that reads the whole string


def grown_arrays(all_grown: Sequence[Grown]) -> dict[str, np.ndarray]:
    """Return the arrays of a file that ``read_grown`` reads."""
    return {
        f"{index}{_SEPARATOR}{name}": getattr(grown, name)
        for index, grown in enumerate(all_grown)
        for name in get_type_hints(Grown)
    }


def read_tasks(path: Path) -> Tasks:
    """Return the automata and strings of a file."""
    tasks = Tasks(**named_axes.read_named_axes(path, get_type_hints(Tasks)))
    _require_below(path, "follows", tasks.follows, tasks.follows.shape[1])
    for name in ("training", "test"):
        _require_below(path, name, getattr(tasks, name), tasks.follows.shape[2])
    return tasks


def read_grown(path: Path, tasks: int) -> list[Grown]:
    """Return the trees of each task."""
    all_grown = [_task_grown(path, f"{index}{_SEPARATOR}") for index in range(tasks)]
    found, needed = len(read_arrays(path)), tasks * len(get_type_hints(Grown))
    if found != needed:
        raise errors.ArtifactError(path, f"It has {found} arrays; {tasks} tasks have {needed}.")
    return all_grown


def _task_grown(path: Path, prefix: str) -> Grown:
    # one task at a time: automata differ in size
    wanted = {f"{prefix}{name}": axes for name, axes in get_type_hints(Grown).items()}
    arrays = named_axes.read_named_axes(path, wanted)
    grown = Grown(**{name.removeprefix(prefix): array for name, array in arrays.items()})
    _require_below(path, f"{prefix}follows", grown.follows, grown.follows.shape[2])
    if not ((grown.end_accuracy >= 0) & (grown.end_accuracy <= 1)).all():
        raise errors.ArtifactError(path, f"{prefix}end_accuracy has values outside 0 .. 1.")
    return grown


def _require_below(path: Path, name: str, array: np.ndarray, limit: int) -> None:
    if array.max() >= limit:
        raise errors.ArtifactError(path, f"{name} has a {array.max()}; all must be below {limit}.")
