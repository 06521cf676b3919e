"""Planted relative errors of combined edits, and what follows from them."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.gallery.evaluate_novel_combinations import run
from compsparse.studies.regime.scores.stored import TargetKind
from workflow_engine.artifacts.arrays import encode

NAN = float("nan")


def write_file(
    folder: Path, name: str, medians: list[float], runs: list[int], stages: list[int]
) -> Path:
    """Write networks whose three pairs have these medians; NaN: no pairs."""
    path = folder / f"{name}.npz"
    middle = np.array(medians)[:, None]
    arrays = {
        "run": np.array(runs),
        "stage": np.array(stages),
        "error": np.full(len(runs), 0.01),
        "parts": np.full(len(runs), 2),
        "relative_error": middle + np.array([-0.1, 0.0, 0.3]),  # skewed: the mean is no median
    }
    path.write_bytes(encode(path, arrays))
    return path


def evaluated(paths: list[Path], kinds: list[str]) -> tuple[pd.DataFrame, dict[str, Any]]:
    labels = [TargetKind(kind, "face") for kind in kinds]
    outputs = run({"combinations": paths}, root_seed=0, combinations=labels)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["regime_novel_combinations"]


def test_gaps_are_paired_by_run_and_early_ones_by_network(tmp_path: Path) -> None:
    genome = write_file(tmp_path, "genome", [0.1, 0.3, 0.2], [0, 1, 2], [0, 0, 0])
    dense = write_file(tmp_path, "dense", [0.9, 0.5, 0.4], [2, 0, 1], [0, 0, 0])
    stopped = write_file(tmp_path, "stopped", [0.8, 0.6, 0.5, 0.7], [0, 1, 0, 1], [60, 60, 90, 90])
    table, metrics = evaluated([genome, dense, stopped], ["genome", "dense", "stopped"])
    assert sorted(metrics["gap_face"]["samples"]) == pytest.approx([0.1, 0.4, 0.7])
    assert sorted(metrics["early_face"]["samples"]) == pytest.approx([-0.1, 0.3])
    assert len(table) == 3 * (3 + 3 + 4)
    row = table[(table["kind"] == "dense") & (table["run"] == 2) & (table["pair"] == 2)]
    assert row["relative_error"].item() == pytest.approx(1.2)


def test_networks_without_pairs_are_left_out(tmp_path: Path) -> None:
    genome = write_file(tmp_path, "genome", [0.1, 0.1], [0, 1], [0, 0])
    dense = write_file(tmp_path, "dense", [0.4, NAN], [0, 1], [0, 0])
    stopped = write_file(tmp_path, "stopped", [NAN, NAN], [0, 0], [60, 90])
    table, metrics = evaluated([genome, dense, stopped], ["genome", "dense", "stopped"])
    assert metrics["gap_face"]["samples"] == pytest.approx([0.3])
    assert set(metrics) == {"gap_face"}
    assert set(table["kind"]) == {"genome", "dense"}
