"""Planted landscapes, and the differences that follow; the figure shows the table."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.mechanisms import evaluate_mechanisms, render_mechanisms
from compsparse.studies.regime.mechanisms.kinds import KINDS, REWIRED, SOLUTIONS
from compsparse.studies.regime.mechanisms.walls import SIZES
from compsparse.studies.regime.scores.stored import StoredScores, TargetKind
from tests.unit.studies.drawing import drawn, require_legible, written
from workflow_engine.artifacts.arrays import encode

RUNS = 3
# of the error in steps of the relative size: log10 of it is what rises differ by
CURVATURES = dict(zip(KINDS, (1e5, 1e1, 1e2, 1e3, 1e5), strict=True))


def stored(path: Path, arrays: dict[str, np.ndarray]) -> Path:
    path.write_bytes(encode(path, arrays))
    return path


def planted(folder: Path, unreached: int | None = None) -> dict[str, list[Path]]:
    """Write parabolic valleys; in all weights of the shape they are ten times as steep.

    ``unreached`` is a run of the rewired networks that never came down.
    """
    made: dict[str, list[Path]] = {"networks": [], "landscapes": [], "scores": []}
    run = np.arange(RUNS)
    for place, (kind, curvature) in enumerate(CURVATURES.items()):
        error = 0.01 * (1 + run)
        rises = np.array([1.0, 10.0])[:, None, None, None] * curvature * SIZES**2
        around = np.broadcast_to(error[:, None, None] * (1 + rises), (2, RUNS, 4, len(SIZES)))
        landscape = {
            "run": run,
            "error": error,
            "noise_trace": 10.0 ** (place + run),
            "gradient_norm": np.where(run == 2, 0.0, 1.0),  # the last run is stuck
            "around": np.ascontiguousarray(around),
        }
        scores: dict[str, np.ndarray] = {
            name: np.zeros(RUNS, dtype=np.int64 if name in ("stage", "count") else np.float64)
            for name in StoredScores.__annotations__
        }
        scores |= {"run": run, "alignment": 0.9 - 0.1 * place + 0.01 * run}
        reached = run != unreached if kind == REWIRED else run >= 0
        for name, arrays in (
            ("networks", {"reached": reached, "retries": run}),
            ("landscapes", landscape),
            ("scores", scores),
        ):
            made[name].append(stored(folder / f"{kind}-{name}.npz", arrays))
    return made


def evaluated(inputs: dict[str, list[Path]]) -> tuple[pd.DataFrame, dict[str, Any]]:
    labels = [TargetKind(kind, "face") for kind in KINDS]
    outputs = evaluate_mechanisms.run(inputs, root_seed=0, networks=labels)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["regime_mechanisms"]


def test_differences_are_those_of_the_valleys(tmp_path: Path) -> None:
    table, metrics = evaluated(planted(tmp_path))
    assert len(table) == RUNS * len(KINDS) and metrics["reached"]["value"] == 1.0
    for space in ("own", "all"):
        assert metrics[f"rise_{space}_over_dense_face"]["samples"] == pytest.approx([4.0] * 3)
        # doubled at 1 / sqrt(curvature), up to the chord between two sizes
        distances = metrics[f"distance_{space}_over_dense_face"]["samples"]
        assert distances == pytest.approx([-2.0] * 3, abs=0.05)
    # the mean of both controls: 3 and 5, beside 2
    assert metrics["rise_own_over_controls_face"]["samples"] == pytest.approx([-2.0] * 3)
    distances = metrics["distance_own_over_controls_face"]["samples"]
    assert distances == pytest.approx([1.0] * 3, abs=0.05)
    # without a gradient there is no scale
    assert metrics["noise_over_dense_face"]["samples"] == pytest.approx([-1.0] * 2)
    assert metrics["noise_over_controls_face"]["samples"] == pytest.approx([-1.5] * 2)
    assert metrics["alignment_over_dense_face"]["samples"] == pytest.approx([0.1] * 3)
    assert metrics["alignment_over_controls_face"]["samples"] == pytest.approx([0.15] * 3)


def test_networks_of_another_error_are_not_compared(tmp_path: Path) -> None:
    table, metrics = evaluated(planted(tmp_path, unreached=1))
    assert metrics["reached"]["value"] == pytest.approx(14 / 15)
    assert len(metrics["rise_own_over_dense_face"]["samples"]) == 3
    assert len(metrics["rise_own_over_controls_face"]["samples"]) == 2
    assert len(table) == 15


def test_landscapes_of_other_networks_are_refused(tmp_path: Path) -> None:
    inputs = planted(tmp_path)
    scores = inputs["scores"][0]
    given = dict(np.load(scores))
    scores.write_bytes(encode(scores, given | {"run": given["run"][::-1].copy()}))
    with pytest.raises(ValueError, match="both must be of the same networks"):
        evaluated(inputs)


def test_the_figure_shows_every_network_that_came_down(tmp_path: Path) -> None:
    table, _ = evaluated(planted(tmp_path, unreached=1))
    errors = {"solutions": 0.01, "wirings": 0.04}
    figure = drawn(render_mechanisms.run, table, tmp_path, {"errors": errors})
    require_legible(figure)
    rise, _, noise = figure.axes
    reached = table[table["reached"]]
    for axes, column in ((rise, "rise_own"), (noise, "noise")):
        dots = [line for line in axes.lines if line.get_label() == "own"]
        shown = np.concatenate([np.asarray(line.get_xdata(), dtype=float) for line in dots])
        expected = 10 ** reached[column].dropna().to_numpy()
        assert sorted(shown) == pytest.approx(sorted(expected))
    hollow = [line for line in rise.lines if line.get_label() == "all"]
    assert len(hollow) == len(KINDS) - 1  # in dense networks they are the same
    assert len(SOLUTIONS) == 2
    for said in ("3 seeds", "error 0.01, others: 0.04"):
        assert said in written(figure)
