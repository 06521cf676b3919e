"""Grids and tables in files: unchanged, or refused by name."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.local_steps.cellular.stored import (
    Learned,
    States,
    read_states,
)
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.named_axes import read_dataclass


def states() -> States:
    random = np.random.default_rng(0)
    training, test = (random.integers(2, size=(2, n, 6, 6)).astype(bool) for n in (3, 1))
    return States(training, test)


def learned() -> Learned:
    random = np.random.default_rng(0)
    return Learned(
        np.array([1, 4]),
        random.integers(256, size=(3, 2, 2, 256), dtype=np.uint8),
        random.integers(9, size=(3, 2, 2048)).astype(np.int32),
    )


def stored(folder: Path, arrays: dict[str, Any]) -> Path:
    path = folder / "arrays.npz"
    np.savez(path, **arrays)
    return path


def test_what_is_stored_comes_back(tmp_path: Path) -> None:
    grids = read_states(stored(tmp_path, states().arrays()))
    np.testing.assert_array_equal(grids.training, states().training)
    np.testing.assert_array_equal(grids.test, states().test)
    tables = read_dataclass(stored(tmp_path, vars(learned())), Learned)
    for name, array in vars(learned()).items():
        np.testing.assert_array_equal(getattr(tables, name), array)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"side": np.array([6, 8])}, "Grids of 5 bytes do not fit 48 cells"),
        ({"side": np.array([36])}, "side has 1 entries along 2"),
        ({"test": states().arrays()["test"][:1]}, "test has 1 entries along run; training has 2"),
        (
            {"training": states().training},
            "training is bool .* needed is uint8",
        ),
    ],
)
def test_states_that_do_not_fit_are_refused(
    changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ArtifactError, match=message):
        read_states(stored(tmp_path, {**states().arrays(), **changes}))


@pytest.mark.parametrize("name", ["sizes", "tables", "first_seen"])
def test_tables_need_all_their_arrays_in_one_shape(name: str, tmp_path: Path) -> None:
    arrays = vars(learned())
    missing = {key: array for key, array in arrays.items() if key != name}
    with pytest.raises(ArtifactError, match=f"The array '{name}' is missing"):
        read_dataclass(stored(tmp_path, missing), Learned)
    with pytest.raises(ArtifactError, match="entries along"):
        read_dataclass(stored(tmp_path, {**arrays, name: arrays[name][:1]}), Learned)
