"""The figure shows each network once, at its error and at its excess."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.figures import api as fig
from compsparse.studies.regime.wiring import evaluate_wiring, render_wiring
from compsparse.studies.regime.wiring.controls import KINDS
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.wiring.planted import planted_files


def points(axes: fig.Axes, label: str) -> np.ndarray:
    (line,) = [line for line in axes.lines if line.get_label() == label]
    return np.asarray(line.get_xydata(), dtype=np.float64)


def test_points_are_those_of_the_table(tmp_path: Path) -> None:
    inputs, params = planted_files(tmp_path, 3)
    table = evaluate_wiring.run(inputs, **params)["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_wiring.run, table, tmp_path)
    require_legible(figure)
    against, strips = figure.axes
    for place, kind in enumerate(KINDS[1:]):
        rows = table[(table["kind"] == kind) & ~table["reference"]]
        label = f"muon {kind}"
        assert points(against, label) == pytest.approx(rows[["error", "alignment"]].to_numpy())
        assert points(strips, label)[:, 0] == pytest.approx(rows["excess_alignment"].to_numpy())
        assert points(strips, label)[:, 1] == pytest.approx(place)
    assert len(points(against, "reference")) == 20
    assert points(against, "genome")[:, 1] == pytest.approx(0.9)
    errors, expected = points(against, "null").T
    assert expected == pytest.approx(0.5 + 0.1 * np.log10(errors / 1e-2))
    for said in ("face", "own wiring", "permuted types", "3 seeds", "dots: Muon"):
        assert said in written(figure)
