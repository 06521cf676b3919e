"""What is drawn is what the tables have."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS
from compsparse.studies.regime.prediction import render_depth_prediction, render_outside_targets
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of
from tests.unit.studies.regime.targets.test_predicted_depth import ARTIFACTS

KINDS = ("dense", "connection_similarity", "unit_merging")
GRID = {"shallowest": 4, "deepest": 16}
TARGETS = [
    "butterfly",
    "apple",
    "sailing_boat",
    "car",
    "cat",
    "butterfly_with_background",
    "butterfly_without_background",
    "cube_and_sphere",
]


def predictions(swept: dict[str, float]) -> pd.DataFrame:
    """Return artifacts, targets whose kinds are best at 6, 7 and 8 layers, and one not swept."""
    columns = ["target", "source", "kind", "measure", "complexity", "best", "line", "predicted"]
    rows: list[tuple[object, ...]] = [
        (artifact.name, "document", None, None, artifact.complexity, artifact.depth, 60, 16)
        for artifact in ARTIFACTS
    ]
    for (name, complexity), (place, kind), measure in product(
        swept.items(), enumerate(KINDS), ("score", "excess_score")
    ):
        rows.append((name, "swept", kind, measure, complexity, 6 + place, 1, 4))
    rows.append(("car", "not swept", None, None, 0.05, None, 4, 4))
    return pd.DataFrame(rows, columns=columns)


def points(axes: fig.Axes, marker: str, color: str) -> list[list[float]]:
    """Return the points of one look."""
    (found,) = [
        line for line in axes.lines if line.get_marker() == marker and line.get_color() == color
    ]
    places: list[list[float]] = np.asarray(found.get_xydata()).tolist()
    return places


def test_best_depths_stand_beside_the_documents_line(tmp_path: Path) -> None:
    table = predictions({"face": 0.208, "two_objects": 0.095})
    table = table[(table["target"] != "face") | (table["measure"] != "excess_score")]
    figure = drawn(render_depth_prediction.run, table, tmp_path, GRID)
    require_legible(figure)
    score, excess = figure.axes
    document = [[artifact.complexity, artifact.depth] for artifact in ARTIFACTS]
    for axes in (score, excess):
        assert points(axes, "D", fig.INK) == document
        assert points(axes, "|", fig.GREY) == [[0.05, 4.0]]
        clipped = next(line for line in axes.lines if line.get_linestyle() == "-")
        assert set(np.asarray(clipped.get_ydata())[[0, -1]]) == {4.0, 16.0}
    for place, kind in enumerate(KINDS):
        shift = 0.004 * (place - 1)
        assert points(score, "o", COLORS[kind]) == [
            pytest.approx([0.208 + shift, 6.0 + place]),
            pytest.approx([0.095 + shift, 6.0 + place]),
        ]
        assert len(points(excess, "o", COLORS[kind])) == 1
    for said in ("two objects", "skull", "SP-merge", "Beyond the grid for 2 of 3"):
        assert said in written(figure)


def test_many_targets_stay_without_names(tmp_path: Path) -> None:
    swept = {f"target_{place}": 0.02 * place for place in range(1, 11)}
    figure = drawn(render_depth_prediction.run, predictions(swept), tmp_path, GRID)
    require_legible(figure)
    assert "target 1" not in written(figure)


def outside(targets: list[str]) -> pd.DataFrame:
    """Return scores and errors that rise with the number of the target, depth and seed."""
    rows = [
        (
            target,
            4 + offset,
            offset,
            kind,
            run,
            0.4 + 0.02 * number + 0.05 * place + 0.01 * run + 0.01 * offset,
            10.0 ** (-2 + 0.1 * number + 0.1 * place + 0.02 * run),
            np.nan,
        )
        for number, target in enumerate(targets)
        for offset in (-2, 0, 2)
        for place, kind in enumerate(KINDS)
        for run in range(2)
    ]
    return pd.DataFrame(rows, columns=list(render_outside_targets.run.columns))


def test_each_target_has_scores_above_errors(tmp_path: Path) -> None:
    figure = drawn(render_outside_targets.run, outside(TARGETS), tmp_path)
    require_legible(figure)
    shown = [axes for axes in figure.axes if axes.axison]
    assert len(shown) == 16
    scores, errors = shown[0], shown[4]
    for place in range(3):
        line_of(
            scores, np.array([2.0, 4.0, 6.0]), 0.405 + 0.05 * place + np.array([-0.02, 0, 0.02])
        )
        line_of(errors, np.array([2.0, 4.0, 6.0]), np.full(3, 10 ** (-1.99 + 0.1 * place)))
    assert shown[8].get_title(loc="left") == "cat"
    assert errors.get_yscale() == "log"
    assert shown[3].get_ylim() == scores.get_ylim() == shown[8].get_ylim()
    for said in ("butterfly without\nbackground", "SP-C", "2 seeds", "may be that"):
        assert said in written(figure)


def test_excess_has_panels_where_there_is_any_and_unknown_scores_have_no_line(
    tmp_path: Path,
) -> None:
    table = outside(TARGETS[:2])
    table["excess_score"] = table["score"] - 0.4
    unknown = (table["kind"] == "unit_merging") & (table["target"] == "apple")
    table.loc[unknown, ["score", "excess_score"]] = np.nan
    figure = drawn(render_outside_targets.run, table, tmp_path)
    require_legible(figure)
    assert len(figure.axes) == 6
    assert [len(axes.lines) for axes in figure.axes] == [4, 3, 4, 4, 4, 3]
    line_of(figure.axes[4], np.array([2.0, 4.0, 6.0]), 0.005 + np.array([-0.02, 0, 0.02]))
