from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.compression import render_transform
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.factorial.expected_curves import require_curve

LOGGED = np.array([0, 1, 5, 30, 200, 1000, 2500])


def table(runs: int = 10) -> pd.DataFrame:
    frames = []
    for layers, d, run in product((0, 1), (2, 12), range(runs)):
        floor = {2: 0.3, 12: 3e-4}[d] * (1 + 0.05 * run)
        loss = floor + 3 / (1 + LOGGED / (8 - 3 * layers)) ** 1.5
        frames.append(
            pd.DataFrame(
                {
                    "embedding": "learned",
                    "layers": layers,
                    "embedding_dimension": d,
                    "approximation_complexity": 8,
                    "statistical_complexity": 64,
                    "run": run,
                    "step": LOGGED,
                    "loss": loss,
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def test_four_lines_are_named(tmp_path: Path) -> None:
    figure = drawn(render_transform.run, table(), tmp_path)
    require_legible(figure)
    for d, name in product((2, 12), ("no layer", "one layer")):
        assert f"d = {d}, {name}" in written(figure)
    assert "10 seeds" in written(figure) and "95 % t interval" in written(figure)
    trained = table()[lambda rows: rows["step"] > 0]
    lines = figure.axes[0].lines
    for line, (layers, d) in zip(lines, product((0, 1), (2, 12)), strict=True):
        assert line.is_dashed() == (layers == 0)
        cell = (trained["embedding_dimension"] == d) & (trained["layers"] == layers)
        require_curve(line, trained[cell], "step")


def test_the_control_is_not_drawn(tmp_path: Path) -> None:
    rows = table(3)
    control = rows[rows["embedding_dimension"] == 12].assign(embedding="given", loss=1e-9)
    figure = drawn(render_transform.run, pd.concat([rows, control], ignore_index=True), tmp_path)
    assert min(float(np.min(line.get_ydata())) for line in figure.axes[0].lines) > 1e-4


def test_unusable_tables_are_refused(tmp_path: Path) -> None:
    rows = table(2)
    mixed = rows.assign(approximation_complexity=rows["run"])
    with pytest.raises(ValueError, match="too many values"):
        drawn(render_transform.run, mixed, tmp_path)
    with pytest.raises(ValueError, match="no finite loss"):
        drawn(render_transform.run, rows.iloc[:-1], tmp_path)
    for column in render_transform.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_transform.run, rows.drop(columns=column), tmp_path)
