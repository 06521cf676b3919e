"""Weights taken at once: nothing is trained, examples that judge are not looked at."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.tickets.one_shot import evaluate_one_shot, prune_at_once
from compsparse.studies.tickets.pruning.scores import METHODS
from compsparse.studies.tickets.student import train_dense
from compsparse.studies.tickets.teacher import generate_examples
from tests.unit.studies.tickets.planted import (
    DATA,
    PAIRS,
    ROUNDS,
    SEEDS,
    TRAINING,
    arrays,
    ran,
    stored,
)


def test_scores_by_count(tmp_path: Path) -> None:
    drawn = arrays(ran(generate_examples, {}, {**SEEDS, **DATA, "teacher": PAIRS}))
    examples = stored(tmp_path / "examples.npz", drawn)
    params = {**SEEDS, **TRAINING, "steps": 200}
    model = arrays(ran(train_dense, {"examples": examples}, params))
    dense = stored(tmp_path / "dense.npz", model)
    inputs: dict[str, Path | list[Path]] = {"examples": examples, "dense": dense}
    found = arrays(ran(prune_at_once, inputs, {**params, "rounds": ROUNDS}))
    scores = found["choosing"]
    assert scores.shape == (3, len(METHODS), len(found["counts"]))
    # all weights: the dense network, whatever the method
    assert scores[..., 0] == pytest.approx(np.repeat(model["choosing"][:, None], 4, 1), abs=1e-5)
    # half of the weights by what they contribute is better than a random half
    half = int(np.argmin(np.abs(found["counts"] - 32)))
    by = {method: scores[:, place, half].mean() for place, method in enumerate(METHODS)}
    assert by["contribution"] > by["random"]


def test_planted_shares(tmp_path: Path) -> None:
    counts = np.array([100, 50, 25, 10])
    cells = [
        {"inputs": "equal", "arity": 2, "constituents": 8},
        {"inputs": "equal", "arity": 4, "constituents": 8},
        {"inputs": "unequal", "arity": 4, "constituents": 8},
    ]
    kept = {"magnitude": (25, 50, 50), "wanda": (25, 25, 25), "contribution": (10, 50, 25)}
    paths = []
    for number in range(3):
        scores = np.ones((3, len(METHODS), 4))
        for place, method in enumerate(METHODS):
            limit = 100 if method == "random" else kept[method][number]
            scores[:, place] = np.where(counts >= limit, 1.0, -1e9)
        paths.append(stored(tmp_path / f"{number}.npz", {"choosing": scores, "counts": counts}))
    params = {"root_seed": 987, "cells": cells, "loss": 0.02}
    content = ran(evaluate_one_shot, {"pruned": paths}, params)["metrics"]
    assert isinstance(content, dict)
    found = {name: metric["value"] for name, metric in content["tickets_one_shot"].items()}
    assert found["magnitude_arity_power"] == pytest.approx(1, abs=1e-5)
    assert found["wanda_arity_power"] == pytest.approx(0, abs=1e-5)
    assert found["contribution_arity_power"] == pytest.approx(np.log2(5), abs=1e-5)
    assert found["random_least_share"] == pytest.approx(0.5)  # not prunable: the first count
    ratio = found["unequal_log_ratio_wanda_over_magnitude"]
    assert ratio == pytest.approx(np.log(0.5), abs=1e-5)
