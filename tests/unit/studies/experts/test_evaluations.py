"""Evaluations of models whose errors are known."""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from compsparse.studies.experts.composition import (
    evaluate_composition,
    evaluate_held_out,
    evaluate_independent,
    evaluate_paths,
)
from compsparse.studies.experts.composition.plan import HELD_OUT, INDEPENDENT
from compsparse.studies.experts.language_model import evaluate_language_model
from compsparse.studies.experts.languages import evaluate_languages
from compsparse.studies.experts.languages.plan import METHODS as LANGUAGES
from compsparse.studies.experts.layer import evaluate_balance, evaluate_fine_grained
from compsparse.studies.experts.layer.target import KINDS
from compsparse.studies.experts.learning.methods import METHODS
from compsparse.studies.experts.more_tasks import evaluate_more_tasks
from tests.unit.studies.step_files import ran, stored

RUNS = 3


def models(
    path: Path, errors: Mapping[str, tuple[float, float]], folds: np.ndarray, paths: int = 4
) -> Path:
    """Write models with these errors on seen and held-out combinations, at the chosen rate."""
    held_out = np.broadcast_to(folds, (RUNS, *folds.shape)).copy()
    arrays: dict[str, np.ndarray] = {"held_out": held_out, "rates": np.array([0.01, 0.1, 1.0])}
    arrays["parameters"] = np.arange(len(errors))
    for method, (seen, out) in errors.items():
        chosen = np.where(held_out, out, seen)
        # the other rates test better, and whoever chooses by that is found
        arrays[f"test_{method}"] = np.stack([chosen / 99, chosen, chosen / 99], axis=2)
        arrays[f"validation_{method}"] = np.tile([0.9, 0.1, 0.8], (*held_out.shape[:2], 1))
        arrays[f"path_{method}"] = np.arange(held_out.size).reshape(held_out.shape) % paths
    return stored(path, arrays)


def metrics(module: ModuleType, inputs: Any, params: Mapping[str, Any]) -> dict[str, float]:
    made: Any = ran(module, inputs, {"root_seed": 0, **params})
    (found,) = made["metrics"].values()
    return {name: metric["value"] for name, metric in found.items()}


ONE_OF_NINE = np.eye(9, dtype=bool)[:1]


def test_ratios_compare_the_methods_that_they_name(tmp_path: Path) -> None:
    errors = {method: (2.0**-place, 3.0**-place) for place, method in enumerate(METHODS)}
    path = models(tmp_path / "m.npz", errors, ONE_OF_NINE)
    cells = [{"size": "3x2", "codes": 3, "layers": 2, "methods": list(METHODS)}]
    found = metrics(evaluate_composition, {"models": [path]}, {"cells": cells})
    place = {method: number for number, method in enumerate(METHODS)}
    for name, method, other in (
        ("free_over_own", "free", "own"),
        ("dense_own_over_own", "dense_own", "own"),
        ("crossed_over_free", "crossed", "free"),
        ("pieces_over_free", "pieces", "free"),
    ):
        expected = (place[other] - place[method]) * np.log(3)
        assert found[name] == pytest.approx(expected), name
    expected = (place["free"] - place["flat"]) * np.log(2)
    assert found["seen_flat_over_free"] == pytest.approx(expected)


def test_paths_and_solved_combinations_are_counted_against_their_number(tmp_path: Path) -> None:
    errors = {"own": (0.01, 0.01), "free": (0.01, 0.9)}
    path = models(tmp_path / "m.npz", errors, ONE_OF_NINE, paths=4)
    cells = [{"size": "3x2", "codes": 3, "layers": 2, "methods": ["own", "free"]}]
    found = metrics(evaluate_paths, {"models": [path]}, {"cells": cells})
    assert found["own_paths"] == pytest.approx(np.log(4 / 6))
    assert found["own_solved"] == pytest.approx(np.log(9 / 6))
    assert found["free_solved"] == pytest.approx(np.log(8 / 6))


def test_independent_maps_are_judged_on_seen_combinations(tmp_path: Path) -> None:
    errors = {method: (0.1, 5.0) for method in INDEPENDENT} | {"flat": (0.4, 0.001)}
    path = models(tmp_path / "m.npz", errors, ONE_OF_NINE)
    cells = [{"size": "3x2", "methods": list(errors)}]
    found = metrics(evaluate_independent, {"models": [path]}, {"cells": cells})
    assert found["flat_over_free"] == pytest.approx(np.log(4))
    assert found["pieces_over_free"] == pytest.approx(0)


def test_the_largest_number_held_out_decides(tmp_path: Path) -> None:
    folds = np.arange(9) < np.array([[1], [5]])
    path = models(tmp_path / "m.npz", dict.fromkeys(HELD_OUT, (0.5, 0.02)), folds)
    params = {"cells": [{"methods": list(HELD_OUT)}]}
    made: Any = ran(evaluate_held_out, {"models": [path]}, {"root_seed": 0, **params})
    assert set(made["table"]["number"]) == {1, 5}
    found = made["metrics"]["experts_held_out"]
    assert found["most_own"]["value"] == pytest.approx(np.log(0.02))
    assert found["most_free_over_own"]["value"] == pytest.approx(0)


def test_shares_of_pairs_are_of_held_out_and_of_seen_ones(tmp_path: Path) -> None:
    errors = dict.fromkeys(LANGUAGES, (0.05, 0.05)) | {"free": (0.05, 0.5)}
    path = models(tmp_path / "m.npz", errors, np.eye(9, dtype=bool))
    cells = [{"methods": list(LANGUAGES)}]
    found = metrics(evaluate_languages, {"models": [path]}, {"cells": cells})
    assert found == {"seen_free": 1, "own": 1, "free": 0}


def test_further_tasks_are_told_apart(tmp_path: Path) -> None:
    cells, paths = [], []
    for kind, error in (("deep", 0.4), ("rotated", 0.1)):
        errors = dict.fromkeys(METHODS, (0.1, 0.1)) | {"free": (0.1, error)}
        paths.append(models(tmp_path / f"{kind}.npz", errors, ONE_OF_NINE))
        cells.append({"kind": kind, "methods": list(METHODS)})
    found = metrics(evaluate_more_tasks, {"models": paths}, {"cells": cells})
    assert found["deep_free_over_own"] == pytest.approx(np.log(4))
    assert found["rotated_free_over_own"] == pytest.approx(0)


ARMS = ["dense_active", "dense_total", "coarse", "fine", "fine_balanced"]


def layers(folder: Path) -> tuple[Any, dict[str, Any]]:
    paths = []
    for kind in KINDS:
        arrays: dict[str, np.ndarray] = {"rates": np.array([0.01, 0.1, 1.0])}
        for place, arm in enumerate(ARMS):
            chosen = np.full(RUNS, 2.0**-place)
            arrays[f"test_{arm}"] = np.stack([chosen / 99, chosen, chosen / 99], axis=1)
            arrays[f"validation_{arm}"] = np.tile([0.9, 0.1, 0.8], (RUNS, 1))
            if not arm.startswith("dense"):
                share = 0.5 if arm == "fine_balanced" else 0.9
                arrays[f"load_{arm}"] = np.tile([share, 1 - share, 0.0], (RUNS, 1))
        paths.append(stored(folder / f"{kind}.npz", arrays))
    return {"models": paths}, {"kinds": list(KINDS), "arms": ARMS}


def test_layers_are_compared_with_many_small_experts(tmp_path: Path) -> None:
    found = metrics(evaluate_fine_grained, *layers(tmp_path))
    assert found["dense_active_over_fine"] == pytest.approx(3 * np.log(2))
    assert found["dense_total_over_fine"] == pytest.approx(2 * np.log(2))
    assert found["coarse_over_fine"] == pytest.approx(np.log(2))


def test_balancing_is_its_load_and_its_cost(tmp_path: Path) -> None:
    found = metrics(evaluate_balance, *layers(tmp_path))
    assert found["load"] == pytest.approx(np.log(5 / 9))
    assert found["cost"] == pytest.approx(-np.log(2))
    inputs, params = layers(tmp_path)
    made: Any = ran(evaluate_balance, inputs, {"root_seed": 0, **params})
    assert set(made["table"]["unused"]) == {1}


def test_language_models_are_compared_on_held_out_pairs(tmp_path: Path) -> None:
    arms = ["dense_active", "dense_total", "experts"]
    arrays: dict[str, np.ndarray] = {"rates": np.array([0.01, 0.1, 1.0])}
    for place, arm in enumerate(arms):
        arrays[f"validation_{arm}"] = np.tile([0.9, 0.1, 0.8], (RUNS, 1))
        arrays[f"seen_{arm}"] = np.full((RUNS, 3), 0.1)
        arrays[f"held_out_{arm}"] = np.tile([1e-3, 2.0**place, 1e-3], (RUNS, 1))
    inputs = {"models": stored(tmp_path / "m.npz", arrays)}
    found = metrics(evaluate_language_model, inputs, {"arms": arms})
    assert found["dense_active_over_experts"] == pytest.approx(-2 * np.log(2))
    assert found["dense_total_over_experts"] == pytest.approx(-np.log(2))
