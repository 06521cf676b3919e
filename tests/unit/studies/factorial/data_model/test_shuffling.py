from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.shuffling import SHUFFLES, shuffle_outputs
from tests.unit.studies.factorial.plan_values import run_step

PARAMS: dict[str, Any] = {
    "root_seed": 5,
    "seed_names": ["factorial", "test"],
    "input_factors": [2, 2, 3],
    "output_factors": [3, 2],
    "parents": 1,
    "concentration": 0.5,
    "runs": 2,
}


def dataset(folder: Path, **changes: Any) -> Dataset:
    arrays: Any = generate_dataset.run({}, **PARAMS | changes)["dataset"]
    np.savez(folder / "dataset.npz", **arrays)
    return read_dataset(folder / "dataset.npz")


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_every_input_keeps_its_probabilities_in_another_order(tmp_path: Path, shuffle: str) -> None:
    plain, shuffled = dataset(tmp_path), dataset(tmp_path, shuffle=shuffle)
    assert (shuffled.inputs.sizes, shuffled.outputs.sizes) == ((12,), (6,))
    assert shuffled.parents.tolist() == [1, 1]
    assert shuffled.statistical_complexity.tolist() == [72, 72]
    assert shuffled.approximation_complexity.tolist() == [6, 6]
    for run in range(2):
        before, after = plain.probabilities(run), shuffled.probabilities(run)
        np.testing.assert_array_equal(np.sort(before, axis=1), np.sort(after, axis=1))
        assert not np.array_equal(before, after)


def test_permutations_are_shared_within_a_parent_state_only(tmp_path: Path) -> None:
    groups, _ = dataset(tmp_path).distinct(0)
    same = groups[:, None] == groups[None, :]
    by_state = dataset(tmp_path, shuffle="parent_states").probabilities(0)
    equal = (by_state[:, None] == by_state[None]).all(2)
    np.testing.assert_array_equal(equal, same)
    by_input = dataset(tmp_path, shuffle="inputs").probabilities(0)
    assert len(np.unique(by_input, axis=0)) > len(np.unique(by_state, axis=0))


def test_the_two_shuffles_and_the_runs_are_different_draws() -> None:
    rows = np.arange(24.0).reshape(2, 12)
    random = np.random.default_rng
    first = shuffle_outputs(np.array([0, 1, 0]), rows, "inputs", random(0))
    again = shuffle_outputs(np.array([0, 1, 0]), rows, "inputs", random(0))
    other = shuffle_outputs(np.array([0, 1, 0]), rows, "inputs", random(1))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)
    assert not np.array_equal(first[0], first[2])


def test_another_shuffle_is_refused() -> None:
    with pytest.raises(ValueError, match="should be 'parent_states' or 'inputs'"):
        run_step(generate_dataset, {}, PARAMS | {"shuffle": "outputs"})
