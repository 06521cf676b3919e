from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["factorial", "test", "2pow4"],
    "input_factors": [2, 2, 2, 2],
    "output_factors": [3, 2],
    "parents": 2,
    "concentration": 0.1,
    "runs": 3,
}


def dataset(**changes: Any) -> Any:
    params = {**PARAMS, **changes}
    return generate_dataset.run({}, **{k: v for k, v in params.items() if v is not None})["dataset"]


def test_arrays() -> None:
    arrays = dataset()
    assert {name: (str(array.dtype), array.shape) for name, array in arrays.items()} == {
        "input_sizes": ("int64", (4,)),
        "output_sizes": ("int64", (2,)),
        "adjacency": ("bool", (3, 2, 4)),
        "parents": ("int64", (3,)),
        "approximation_complexity": ("int64", (3,)),
        "statistical_complexity": ("int64", (3,)),
        "tables_0": ("float64", (3, 4, 3)),
        "tables_1": ("float64", (3, 4, 2)),
    }
    assert arrays["parents"].tolist() == [2] * 3
    assert arrays["approximation_complexity"].tolist() == [5] * 3  # min(3, 4) + min(2, 4)
    assert arrays["statistical_complexity"].tolist() == [20] * 3
    assert (arrays["adjacency"].sum(axis=2) == 2).all()


def test_one_more_run_changes_no_earlier_one() -> None:
    # independent edges: the tables have other numbers of rows in other runs
    few = dataset(parents=None, connectivity=0.5)
    many = dataset(parents=None, connectivity=0.5, runs=9)
    for name in ("adjacency", "approximation_complexity", "statistical_complexity"):
        np.testing.assert_array_equal(few[name], many[name][:3])
    for name in ("tables_0", "tables_1"):
        rows = few[name].shape[1]
        np.testing.assert_array_equal(few[name], many[name][:3, :rows])
        assert not many[name][:3, rows:].any()


def test_runs_and_roles_are_different_draws() -> None:
    arrays = dataset(runs=8)
    assert len(np.unique(arrays["tables_0"], axis=0)) == 8
    assert len(np.unique(arrays["adjacency"], axis=0)) > 1
    for change in ({"root_seed": 4}, {"seed_names": ["factorial", "test", "other"]}):
        assert not np.array_equal(dataset(**change)["tables_0"], dataset()["tables_0"])


def test_the_concentration_does_not_change_the_graph() -> None:
    np.testing.assert_array_equal(dataset(concentration=1.0)["adjacency"], dataset()["adjacency"])
    assert not np.array_equal(dataset(concentration=1.0)["tables_0"], dataset()["tables_0"])


def test_fewer_input_factors_than_parents() -> None:
    arrays = dataset(input_factors=[16])
    assert arrays["parents"].tolist() == [1] * 3
    assert arrays["adjacency"].all()
    assert arrays["tables_0"].shape == (3, 16, 3)


def test_no_edges() -> None:
    arrays = dataset(parents=None, connectivity=0.0)
    assert arrays["parents"].tolist() == [0] * 3
    assert arrays["statistical_complexity"].tolist() == [0] * 3
    assert arrays["tables_0"].shape == (3, 1, 3)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"input_factors": [2, 0]}, "integer >= 1"),
        ({"input_factors": []}, "integer >= 1"),
        ({"output_factors": [-1]}, "integer >= 1"),
        ({"parents": None}, "give one of them"),
    ],
)
def test_unusable_parameters(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        dataset(**changes)
