"""The grid on request: who is chosen, what is drawn, and what a request makes."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.composition import plan
from compsparse.studies.composition.hard_only_grid import (
    evaluate_hard_only_grid,
    render_hard_only_grid,
)
from tests.unit.studies.drawing import drawn, require_legible, written
from workflow_engine.artifacts.arrays import encode
from workflow_engine.configuration.load import load

ROOT = Path(__file__).resolve().parents[5]
CELLS = [
    ("hard_only", layers, scale, rate)
    for layers in (5, 7)
    for scale in (1.0, 2.0)
    for rate in (0.001, 0.004)
] + [("mixture", 7, 1.0, 0.001), ("mixture", 7, 1.0, 0.004)]
CHOSEN = [("hard_only", 7, 2.0, 0.001), ("mixture", 7, 1.0, 0.004)]


def planted(path: Path, data: str, rate: float, *, chosen: bool) -> Path:
    """Write a training of three runs; of that which is not chosen the test sequences know more."""
    end = {"mixture": 0.98, "hard_only": 0.24}[data] + (0.0 if chosen else 0.01)
    accuracy = np.full((1, 3, 2, 3), 0.2)
    accuracy[:, :, 1, 2] = end
    arrays = {
        "step": np.array([0, 30 if data == "mixture" else 90]),
        "rate": np.array([rate]),
        "hidden": np.zeros((3, 4, 5), dtype=np.int64),
        "accuracy": accuracy,
        "validation": accuracy + (0.015 if chosen else 0.0),
    }
    path.write_bytes(encode(path, arrays))
    return path


@pytest.fixture
def grid(tmp_path: Path) -> tuple[pd.DataFrame, dict[str, dict[str, float]]]:
    paths = [
        planted(tmp_path / f"{index}.npz", cell[0], cell[3], chosen=cell in CHOSEN)
        for index, cell in enumerate(CELLS)
    ]
    labels = [
        evaluate_hard_only_grid.Cell(data=data, layers=layers, initial_scale=scale)
        for data, layers, scale, _ in CELLS
    ]
    params = {"root_seed": 987, "trained": labels, "learned": 0.95}
    made = evaluate_hard_only_grid.run({"trained": paths}, **params)
    return made["table"], made["metrics"]["composition_hard_only_grid"]


def test_validation_chooses_and_other_sequences_are_judged(
    grid: tuple[pd.DataFrame, dict[str, dict[str, float]]],
) -> None:
    table, measured = grid
    assert measured["hard_only_accuracy"]["value"] == pytest.approx(0.24)
    assert measured["mixture_learned"]["value"] == 1.0
    assert measured["advantage"]["value"] == pytest.approx(0.74)
    assert len(table) == len(CELLS) * 3 * 3
    cell = ["data", "layers", "initial_scale", "rate"]
    found = table[table["chosen"]][cell].drop_duplicates()
    assert sorted(found.itertuples(index=False, name=None)) == CHOSEN


def test_the_figure_has_a_point_for_every_training_and_run(
    grid: tuple[pd.DataFrame, dict[str, dict[str, float]]], tmp_path: Path
) -> None:
    figure = drawn(render_hard_only_grid.run, grid[0], tmp_path)
    require_legible(figure)
    points = [
        sum(np.size(line.get_ydata()) for line in axes.lines if line.get_marker() == "o")
        for axes in figure.axes
    ]
    assert points == [4 * 3, 6 * 3]
    assert "90 updates, of the mixture: 30. Validation chooses 7 layers" in written(figure)


def test_a_request_adds_the_grid_and_nothing_else() -> None:
    settings = load(ROOT / "params.yaml", {}).settings["composition"]
    ordinary = {job.record_path for job in plan.jobs(settings, 0, "default")}
    asked = plan.requests(settings)
    new = [
        job
        for job in plan.jobs(asked["hard_only_grid"], 0, "default")
        if job.record_path not in ordinary
    ]
    trained = [job for job in new if job.step == "train"]
    alone = [job.params for job in trained if job.params["data"] == "hard_only"]
    chosen = [(job["layers"], job["initial_scale"], job["rate"]) for job in alone]
    assert len(set(chosen)) == 12
    assert {job["steps"] for job in alone} == {3000}
    assert len(trained) == 15
    assert {job.wildcards.get("experiment", "hard_only_grid") for job in new} == {"hard_only_grid"}
    assert plan.requests(asked["hard_only_grid"]) == {}
