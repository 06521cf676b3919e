"""Tasks and trees in files: unchanged, or refused by name."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.local_steps.automata.automaton import (
    Grown,
    Tasks,
    grown_arrays,
    read_grown,
)
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.named_axes import read_dataclass


def grown(states: int) -> Grown:
    random = np.random.default_rng(states)
    return Grown(
        np.array([1, 2, 4]),
        random.integers(states, size=(2, 3, states, 2), dtype=np.uint8),
        random.integers(1, 9, size=(2, 3)),
        random.random((2, 3)),
    )


def tasks() -> dict[str, Any]:
    random = np.random.default_rng(0)
    return {
        "follows": random.integers(3, size=(2, 3, 2), dtype=np.uint8),
        "training": random.integers(2, size=(2, 5, 4), dtype=np.uint8),
        "test": random.integers(2, size=(2, 6, 9), dtype=np.uint8),
    }


def stored(folder: Path, arrays: dict[str, Any]) -> Path:
    path = folder / "arrays.npz"
    np.savez(path, **arrays)
    return path


def test_what_is_stored_comes_back(tmp_path: Path) -> None:
    all_grown = [grown(3), grown(4)]
    read = read_grown(stored(tmp_path, grown_arrays(all_grown)), 2)
    for found, expected in zip(read, all_grown, strict=True):
        for name, array in vars(expected).items():
            np.testing.assert_array_equal(getattr(found, name), array)
    np.testing.assert_array_equal(
        read_dataclass(stored(tmp_path, tasks()), Tasks).training, tasks()["training"]
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"follows": tasks()["follows"] + 1}, "follows has a 3; all must be below 3"),
        ({"training": tasks()["training"] + 1}, "training has a 2; all must be below 2"),
        ({"test": tasks()["test"][:1]}, "test has 1 entries along run; follows has 2"),
        ({"test": tasks()["test"].astype(np.int64)}, "test is int64 .* needed is uint8"),
        ({"test": tasks()["test"][:, :0]}, "not empty"),
    ],
)
def test_tasks_that_do_not_fit_are_refused(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ArtifactError, match=message):
        read_dataclass(stored(tmp_path, {**tasks(), **changes}), Tasks)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"0.leaves": np.ones((2, 2), dtype=np.int64)},
            "0.leaves has 2 entries along size; 0.sizes has 3",
        ),
        ({"0.end_accuracy": np.full((2, 3), 1.5)}, "outside 0 .. 1"),
        ({"0.follows": grown(3).follows + 3}, "follows has a 5; all must be below 3"),
        ({"1.leaves": np.ones((2, 3), dtype=np.int64)}, "It has 5 arrays; 1 tasks have 4"),
    ],
)
def test_trees_that_do_not_fit_are_refused(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ArtifactError, match=message):
        read_grown(stored(tmp_path, {**grown_arrays([grown(3)]), **changes}), 1)


def test_trees_that_are_missing_are_named(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match=r"The array '1\.sizes' is missing"):
        read_grown(stored(tmp_path, grown_arrays([grown(3)])), 2)
