"""From the step to the figure: starts near a solution, what is kept, what is drawn."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import yaml

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.reachability import (
    evaluate_reachability,
    plan,
    render_reachability,
    train_from_solution,
)
from compsparse.studies.regime.scores.stored import TargetKind
from compsparse.studies.regime.shared_settings import Networks, Target
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.steps import RECIPE, RETRY, SEEDS, SHAPE, arrays
from tests.unit.studies.regime.wiring.planted import scores_file
from workflow_engine.artifacts.arrays import encode

_DISTANCES, _RUNS = (0.001, 0.01, 0.1), 3
_KEPT = (1.0, 0.75, 0.25)


def write_file(folder: Path, name: str, content: dict[str, np.ndarray]) -> Path:
    path = folder / f"{name}.npz"
    path.write_bytes(encode(path, content))
    return path


def test_networks_begin_at_their_distances(tmp_path: Path, target: Path) -> None:
    weights = np.linspace(-1, 1, LayeredShape.from_units(SHAPE["depth"], SHAPE["units"]).weights)
    solution = write_file(
        tmp_path,
        "solution",
        {
            "weights": weights.astype(np.float32),
            "mask": np.ones(len(weights), dtype=np.bool_),
            "deviation": np.array(0.0),
        },
    )
    params = {**SEEDS, **SHAPE, "distances": [0.01, 0.1], "runs": 2, "recipe": RECIPE}
    params["retry"] = replace(RETRY, error=10.0)
    found = arrays(train_from_solution.run({"target": target, "solution": solution}, **params))
    assert found["stage"].tolist() == [0] * 2 + [1] * 6
    assert found["start"][:6] == pytest.approx([0, 0, 0.01, 0.01, 0.1, 0.1], rel=1e-3)
    assert found["random"].tolist() == [False] * 6 + [True] * 2
    assert (found["moved"][2:] > 0).all()
    assert found["weights"][0] == pytest.approx(weights.astype(np.float32))
    fewer = arrays(
        train_from_solution.run(
            {"target": target, "solution": solution}, **(params | {"distances": [0.1], "runs": 1})
        )
    )
    assert fewer["weights"][1] == pytest.approx(found["weights"][4], abs=1e-5)


def planted(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Solutions have the alignment 0.9, dense networks 0.5, and starts keep shares in between."""
    stage = np.array([0] * _RUNS + [1] * (_RUNS * 4))
    kept = np.repeat([1.0, *_KEPT, 0.0], _RUNS)
    run = np.tile(np.arange(_RUNS), 5)
    error = np.where(stage == 0, 0.0, np.geomspace(1e-3, 5e-2, len(stage)))
    scores = scores_file(run, {"stage": stage, "error": error, "alignment": 0.5 + 0.4 * kept})
    networks = {
        "run": run,
        "start": np.repeat([0.0, *_DISTANCES, 2.0], _RUNS),
        "moved": np.ones(len(run)),
        "random": np.repeat([False] * 4 + [True], _RUNS),
        "retries": np.zeros(len(run), dtype=np.int64),
    }
    errors = np.tile(np.geomspace(1e-4, 1e-1, 5), 2)
    line = {"error": errors, "alignment": np.full(10, 0.5)}
    inputs = {
        "networks": [write_file(folder, "networks", networks)],
        "scores": [write_file(folder, "scores", scores)],
        "solutions": [
            write_file(
                folder,
                "solution",
                {
                    "weights": np.zeros(3, dtype=np.float32),
                    "mask": np.ones(3, dtype=np.bool_),
                    "deviation": np.array(1e-5),
                },
            )
        ],
        "references": [write_file(folder, "references", scores_file(np.repeat([0, 1], 5), line))],
    }
    references = [TargetKind("stopped", "face")]
    return inputs, {"root_seed": 1, "networks": ["face"], "references": references}


def test_planted_shares_are_kept_and_drawn(tmp_path: Path) -> None:
    inputs, params = planted(tmp_path)
    outputs = evaluate_reachability.run(inputs, **params)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame)
    assert isinstance(metrics, dict)
    found = metrics["regime_reachability"]
    assert found["excess_face"]["value"] == pytest.approx(0.4)
    assert found["random_excess_face"]["value"] == pytest.approx(0.0, abs=1e-9)
    # half is left midway, in logarithms, between 0.01 and 0.1
    assert found["random_over_reach_face"]["value"] == pytest.approx(np.log10(2.0) + 1.5)
    assert found["deviation"]["value"] == 1e-5
    figure = drawn(render_reachability.run, table, tmp_path)
    require_legible(figure)
    alignment, _, share = figure.axes
    diamonds = [line for line in share.lines if line.get_label() == "random starts"]
    assert np.asarray(diamonds[0].get_xydata()) == pytest.approx(np.tile([2.0, 0.0], (_RUNS, 1)))
    curve = next(
        line
        for line in share.lines
        if len(np.asarray(line.get_xdata())) == 3 and line not in diamonds
    )
    assert np.asarray(curve.get_xydata()) == pytest.approx(np.column_stack([_DISTANCES, _KEPT]))
    (solution,) = [line for line in alignment.lines if line.get_label() == "solution"]
    assert np.asarray(solution.get_ydata()) == pytest.approx(0.9)
    assert "3 seeds" in written(figure)


NETWORKS = """
units: {identity: 14, gaussian: 4}
recipe: {optimizer: muon, rate: 0.02, final_rate: 0.002, steps: 10, pixels: 16}
retry: {after: 0.25, error: 0.05, retries: 2}
sweeps: 8
reference: {runs: 2, longer: 1, stops: [0.1, 0.3, 0.6, 1.0], widths: [5, 10]}
"""
SETTINGS = """
reachability:
  targets: [face]
  shapes: {face: {depth: 3, units: {identity: 3, gaussian: 2}}}
  train: {distances: [0.01, 0.1, 1.0], runs: 2}
"""


def test_the_solution_is_trained_and_judged() -> None:
    targets = {"face": Target(genome="face.json"), "car": Target(drawing="car")}
    collector = Collector(0, "smoke", targets, Networks.model_validate(yaml.safe_load(NETWORKS)))
    content = yaml.safe_load(SETTINGS)
    jobs = collector.collect((plan,), plan.ReachabilityTheme.model_validate(content))
    (solution,) = [job for job in jobs if job.wildcards.get("cell") == "face-solution"]
    (trained,) = [job for job in jobs if job.module.endswith("train_from_solution")]
    (evaluated,) = [job for job in jobs if job.step == "evaluate"]
    assert solution.sources == {"genome": "face.json"}
    assert trained.inputs["solution"] == solution.outputs["data"]
    assert trained.params["retry"]["retries"] == 2
    assert evaluated.inputs["networks"] == [trained.outputs["model"]]
    assert len(evaluated.inputs["references"]) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"targets": ["boat"]}, "lacks 'boat'"),
        ({"train": {"distances": [0.01, 0.12345, 1.0], "runs": 2}}, "at most three digits"),
    ],
)
def test_unusable_settings_are_refused(change: dict[str, Any], message: str) -> None:
    content = yaml.safe_load(SETTINGS)
    content["reachability"] |= change
    with pytest.raises(ValueError, match=message):
        plan.ReachabilityTheme.model_validate(content)
