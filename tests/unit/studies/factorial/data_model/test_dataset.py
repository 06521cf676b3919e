from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from workflow_engine.artifacts.errors import ArtifactError

Arrays = dict[str, np.ndarray]


@pytest.fixture
def arrays() -> Arrays:
    params = {
        "root_seed": 0,
        "seed_names": ["test"],
        "input_factors": [2, 3, 2],
        "output_factors": [3, 2],
        "connectivity": 0.5,
        "concentration": 0.5,
        "runs": 6,
    }
    made: Any = generate_dataset.run({}, **params)["dataset"]
    return dict(made)


def read(folder: Path, arrays: dict[str, Any]) -> Dataset:
    path = folder / "dataset.npz"
    np.savez(path, **arrays)
    return read_dataset(path)


def test_what_generate_made_is_read_back(tmp_path: Path, arrays: Arrays) -> None:
    dataset = read(tmp_path, arrays)
    assert dataset.runs == 6
    assert dataset.inputs.sizes == (2, 3, 2)
    assert dataset.outputs.sizes == (3, 2)
    for factor, size in enumerate((3, 2)):
        assert dataset.tables[factor].shape == (6, arrays[f"tables_{factor}"].shape[1], size)
    for name in ("adjacency", "parents", "approximation_complexity", "statistical_complexity"):
        np.testing.assert_array_equal(getattr(dataset, name), arrays[name])


def test_runs(tmp_path: Path, arrays: Arrays) -> None:
    dataset = read(tmp_path, arrays)
    assert len({dataset.graph(run).parent_state_counts for run in range(6)}) > 1
    for run in range(dataset.runs):
        tables, states = dataset.run_tables(run), dataset.parent_states(run)
        assert [len(table) for table in tables] == list(dataset.graph(run).parent_state_counts)
        probabilities = dataset.probabilities(run)
        assert probabilities.shape == (12, 6)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1, rtol=0, atol=1e-14)
        # output token 4 = coordinates (1, 1)
        expected = tables[0][states[0], 1] * tables[1][states[1], 1]
        np.testing.assert_allclose(probabilities[:, 4], expected, rtol=1e-14)


def test_distinct_rows_restore_the_probabilities(tmp_path: Path, arrays: Arrays) -> None:
    dataset = read(tmp_path, arrays)
    counts = set()
    for run in range(dataset.runs):
        groups, rows = dataset.distinct(run)
        np.testing.assert_array_equal(rows[groups], dataset.probabilities(run))
        counts.add(len(rows))
    assert min(counts) < 12


def _without(name: str) -> Callable[[Arrays], None]:
    return lambda arrays: arrays.pop(name)  # type: ignore[return-value]


def _with(name: str, change: Callable[[np.ndarray], np.ndarray]) -> Callable[[Arrays], None]:
    return lambda arrays: arrays.__setitem__(name, change(arrays[name].copy()))


def _entry(value: float, *index: int) -> Callable[[np.ndarray], np.ndarray]:
    def change(array: np.ndarray) -> np.ndarray:
        array[index] = value
        return array

    return change


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_without("input_sizes"), "input_sizes"),
        (_without("adjacency"), "adjacency"),
        (_without("parents"), "parents"),
        (_without("tables_1"), "tables_1"),
        (_without("statistical_complexity"), "statistical_complexity"),
        (_with("input_sizes", _entry(0, 0)), "integer >= 1"),
        (_with("output_sizes", lambda a: a.astype(np.int32)), "int32"),
        (_with("output_sizes", lambda a: a[:0]), "output_sizes"),
        (_with("adjacency", lambda a: a[:, :, :2]), "adjacency has 2 entries along input_factor"),
        (_with("adjacency", lambda a: a[:0]), "adjacency"),
        (_with("adjacency", lambda a: a.astype(np.int64)), "adjacency.*int64"),
        (_with("adjacency", lambda a: ~a), "tables_|complexities"),
        (_with("tables_0", lambda a: a.astype(np.float32)), "tables_0.*float32"),
        (_with("tables_0", lambda a: a[:, :1]), "tables_0.*sum to 1"),
        (_with("tables_0", lambda a: a[:5]), "tables_0"),
        (_with("tables_0", lambda a: 1.001 * a), "tables_0.*sum to 1"),
        (_with("tables_0", _entry(np.nan, 2, 0, 0)), "tables_0.*run 2"),
        (
            _with("tables_1", lambda a: np.pad(a, ((0, 0), (0, 1), (0, 0)), constant_values=0.5)),
            "tables_1.*followed by zeros",
        ),
        (_with("approximation_complexity", _entry(99, 1)), "Run 1 .*99"),
        (_with("statistical_complexity", _entry(99, 5)), "Run 5 .*99"),
        (_with("statistical_complexity", lambda a: a[:-1]), "statistical_complexity"),
    ],
)
def test_damage_is_named(
    tmp_path: Path, arrays: Arrays, damage: Callable[[Arrays], None], words: str
) -> None:
    damage(arrays)
    with pytest.raises(ArtifactError, match=words):
        read(tmp_path, arrays)


def test_negative_probability_in_a_row_that_sums_to_one(tmp_path: Path, arrays: Arrays) -> None:
    arrays["tables_1"][0, 0] = [1.5, -0.5]
    with pytest.raises(ArtifactError, match=r"tables_1.*run 0"):
        read(tmp_path, arrays)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="does not exist"):
        read_dataset(tmp_path / "none.npz")
