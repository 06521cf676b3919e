"""Nulls: labels that teach nothing are scored on what is learned, students by width."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.tickets.nulls import evaluate_nulls
from tests.unit.studies.tickets.planted import ran, rounds_file, stored


def test_planted_students(tmp_path: Path) -> None:
    cells = [
        {"student": "usual", "width": 64},
        {"student": "width_32", "width": 32},
        {"student": "another_penalty", "width": 64},
        {"student": "shuffled_labels", "width": 64},
    ]
    kept = [8, 4, 16, 64]
    paths = [
        rounds_file(tmp_path / f"{number}.npz", [count] * 3) for number, count in enumerate(kept)
    ]
    # what noise keeps is read from what is learned: there it is 32
    noise = dict(np.load(paths[3]))
    noise["learned"] = np.where(noise["counts"] >= 32, 1.0, -1e9) * np.ones((3, 1))
    paths[3] = stored(tmp_path / "noise.npz", noise)
    params = {"root_seed": 987, "cells": cells, "loss": 0.02}
    content = ran(evaluate_nulls, {"rounds": paths}, params)["metrics"]
    assert isinstance(content, dict)
    found = {name: metric["value"] for name, metric in content["tickets_nulls"].items()}
    assert found["log_ratio_shuffled_labels_over_usual"] == pytest.approx(np.log(4), abs=1e-5)
    assert found["log_ratio_another_penalty_over_usual"] == pytest.approx(np.log(2), abs=1e-5)
    assert found["width_power"] == pytest.approx(1, abs=1e-5)
