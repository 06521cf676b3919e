"""Starts are drawn by name and read back checked."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.starts import generate_starts
from compsparse.studies.emergence.starts.stored import Starts, first_neurons, read_starts
from workflow_engine.artifacts.arrays import encode
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.provenance.arguments import arguments

DRAWN: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["emergence", "test"],
    "neurons": 5,
    "directions": 3,
    "dimension": 12,
    "basis": "teacher",
    "runs": 2,
}


def drawn(**changes: Any) -> dict[str, np.ndarray]:
    named = arguments(generate_starts.run, DRAWN | changes)
    made = generate_starts.run({}, **named)["starts"]
    assert isinstance(made, dict)
    return made


@pytest.mark.parametrize(("basis", "coordinates"), [("teacher", 3), ("span", 8), ("space", 12)])
def test_a_dataset_comes_back(tmp_path: Path, basis: str, coordinates: int) -> None:
    made = drawn(basis=basis)
    path = tmp_path / "starts.npz"
    path.write_bytes(encode(path, made))
    starts = read_starts(path)
    assert starts.coordinates.shape == (2, 5, coordinates)
    assert (starts.directions, starts.dimension) == (3, 12)
    norms = np.linalg.norm(starts.coordinates, axis=2)
    np.testing.assert_allclose(norms, 1.0) if basis != "teacher" else np.testing.assert_array_less(
        norms, 1.0
    )


def test_a_further_run_changes_no_earlier_one() -> None:
    np.testing.assert_array_equal(drawn(runs=1)["coordinates"][0], drawn(runs=3)["coordinates"][0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"basis": "all"}, "'teacher', 'span' or 'space'"),
    ],
)
def test_bad_parameters_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        drawn(**change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"coordinates": np.zeros((2, 3))}, "needed is float64 \\[run, neuron, coordinate\\]"),
        ({"coordinates": np.full((1, 1, 3), np.nan)}, "between -1 and 1"),
        ({"coordinates": np.full((1, 1, 3), 2.0)}, "between -1 and 1"),
        ({"directions": np.array(9)}, "only 3 coordinates"),
        ({"dimension": np.array(0)}, "positive whole numbers"),
        ({"dimension": np.array([3, 4])}, "needed is int64"),
    ],
)
def test_other_arrays_are_refused(
    tmp_path: Path, change: dict[str, np.ndarray], message: str
) -> None:
    path = tmp_path / "starts.npz"
    path.write_bytes(encode(path, drawn() | change))
    with pytest.raises(ArtifactError, match=message):
        read_starts(path)


def test_a_narrower_student_has_the_first_neurons_of_every_run() -> None:
    coordinates = np.arange(24.0).reshape(2, 4, 3) / 32
    narrow = first_neurons(Starts(coordinates, 3, 9), 2)
    np.testing.assert_array_equal(32 * narrow.coordinates[1], [[12, 13, 14], [15, 16, 17]])
    assert narrow.coordinates.shape == (2, 2, 3)
    assert (narrow.directions, narrow.dimension) == (3, 9)


def test_all_neurons_are_taken_where_no_number_is_given() -> None:
    coordinates = np.arange(24.0).reshape(2, 4, 3) / 32
    whole = first_neurons(Starts(coordinates, 3, 9), None)
    np.testing.assert_array_equal(whole.coordinates, coordinates)
