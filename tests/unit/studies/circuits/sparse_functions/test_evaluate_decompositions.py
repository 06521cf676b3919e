"""Decompositions of few inputs."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.sparse_functions import evaluate_decompositions, merging


def metrics_of(**changes: Any) -> Any:
    params = {"root_seed": 0, "inputs": 8, "merged": [1, 2, 3], "most_variables": 5, **changes}
    return evaluate_decompositions.run({}, **params)


def test_all_decompositions_are_right() -> None:
    outputs = metrics_of()
    table = outputs["table"]
    assert table.groupby("task")["together"].apply(list).to_dict() == {
        "parity": [1, 2, 3, 8],
        "comparator": [1, 2, 3, 4],
        "addition": [1, 2, 3, 4],
    }
    metrics = {
        name: metric["value"]
        for name, metric in outputs["metrics"]["circuits_decompositions"].items()
    }
    assert metrics == {
        "wrong_outputs": 0,
        "wrong_entries": 0,
        "largest_arity_of_levels": 3,
        "least_arity_of_whole": 1,
        "most_entries_of_levels": (8 + 3 * 16) / 8,
        "least_entries_of_whole": 1,
        "least_reach": 1,
        "sparse_decompositions_parity": 108 + 4,  # parts up to 4, or 5 and then a rest of 3
        "sparse_decompositions_comparator": 5,
        "sparse_decompositions_addition": 5,
    }


def test_a_wrong_level_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    task = merging.TASKS["comparator"]

    def forgets(state: np.ndarray, fresh: list[np.ndarray]) -> Any:
        return fresh[0] & ~fresh[1], []

    wrong = merging.Task(task.fresh, forgets, task.expected)
    monkeypatch.setitem(merging.TASKS, "comparator", wrong)
    values = metrics_of()["metrics"]["circuits_decompositions"]
    assert values["wrong_outputs"]["value"] > 0
    assert values["wrong_entries"]["value"] > 0


def test_two_numbers_need_as_many_bits() -> None:
    with pytest.raises(ValueError, match="inputs is 7"):
        metrics_of(inputs=7)
