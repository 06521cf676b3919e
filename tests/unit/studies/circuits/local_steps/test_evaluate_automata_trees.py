"""Trees that run automata, and trees that read whole strings."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.local_steps import train_automaton_trees
from compsparse.studies.circuits.local_steps.evaluate_automata_trees import run
from tests.unit.studies.circuits.local_steps import steps
from workflow_engine.artifacts.arrays import read_arrays

PARAMS: dict[str, Any] = {"root_seed": 5, "kinds": ["maps", "maps", "permutations", "permutations"]}


def test_steps_are_learned_and_permutations_not_from_whole_strings(trees: dict[str, Any]) -> None:
    made: Any = run(trees, **PARAMS)
    metrics, table = made["metrics"]["circuits_automata_trees"], made["table"]
    assert metrics["step_accuracy_maps"]["value"] == 1.0
    assert metrics["step_accuracy_permutations"]["value"] == 1.0
    assert metrics["leaves_over_pairs"]["value"] <= 1.0
    assert abs(metrics["end_beyond_chance_permutations"]["value"]) < 0.15
    assert np.isfinite(metrics["strings_slope"]["value"])
    assert len(table) == 4 * 3 * 3
    assert table["chance"].between(0.2, 0.6).all()


def test_a_tree_that_is_never_exact_takes_all_strings(
    trees: dict[str, Any], tmp_path: Path
) -> None:
    arrays = read_arrays(trees["model"])
    spoiled = arrays["3.follows"].copy()
    spoiled[0, -1, 0, :] = (spoiled[0, -1, 0, :] + 1) % 4
    model = steps.stored(tmp_path / "trees.npz", {**arrays, "3.follows": spoiled})
    made: Any = run({**trees, "model": model}, **PARAMS)
    slopes = made["metrics"]["circuits_automata_trees"]["strings_slope"]["samples"]
    assert max(slopes) > 10  # 2^20 strings for 8 pairs


def test_strings_to_exact_are_those_after_the_last_error(
    trees: dict[str, Any], tmp_path: Path
) -> None:
    arrays = read_arrays(trees["model"])
    for index, first in ((2, 0), (3, 2)):
        truth = read_arrays(trees["tasks"][index])["follows"]
        follows = np.repeat(truth[:, None], 3, axis=1)
        follows[:, :first] = (follows[:, :first] + 1) % truth.shape[1]
        arrays[f"{index}.follows"] = follows
    model = steps.stored(tmp_path / "trees.npz", arrays)
    metrics: Any = run({**trees, "model": model}, **PARAMS)["metrics"]
    # 1 string for 4 pairs, 64 for 8
    assert metrics["circuits_automata_trees"]["strings_slope"]["value"] == pytest.approx(6.0)


def test_trees_of_other_automata_are_refused(trees: dict[str, Any], tmp_path: Path) -> None:
    arrays = read_arrays(trees["model"])
    swapped = {
        name: arrays[f"{3 - int(name[0])}{name[1:]}"] for name in arrays
    }  # four states where there are two
    model = steps.stored(tmp_path / "trees.npz", swapped)
    with pytest.raises(ValueError, match="grow the trees on these automata"):
        run({**trees, "model": model}, **PARAMS)


def test_more_strings_than_there_are_cannot_be_used(trees: dict[str, Any]) -> None:
    params = {**steps.SEED, "names": ["one"], "sizes": [1, 65]}
    with pytest.raises(ValueError, match="from 1 to the 64 strings"):
        train_automaton_trees.run({"tasks": trees["tasks"][:1]}, **params)


def test_steps_of_another_automaton_are_no_use(trees: dict[str, Any]) -> None:
    params = {**steps.SEED, "names": ["maps-4"], "sizes": [64], "world": "independent_steps"}
    task = [path for path in trees["tasks"] if path.stem == "maps-4"]
    grown = steps.output(train_automaton_trees.run, {"tasks": task}, params, "model")
    follows, right = grown["0.follows"][:, 0], read_arrays(task[0])["follows"]
    assert (follows == right).mean() < 0.6


def test_an_automaton_more_changes_no_other_tree(trees: dict[str, Any]) -> None:
    params = {**steps.SEED, "names": [trees["tasks"][1].stem], "sizes": [1, 8, 64]}
    alone = steps.output(train_automaton_trees.run, {"tasks": trees["tasks"][1:2]}, params, "model")
    arrays = read_arrays(trees["model"])
    np.testing.assert_array_equal(alone["0.follows"], arrays["1.follows"])
    np.testing.assert_array_equal(alone["0.end_accuracy"], arrays["1.end_accuracy"])
