from itertools import product
from pathlib import Path

import pandas as pd
import pytest

from compsparse.studies.factorial.compression import render_layer_probe
from tests.unit.studies.drawing import drawn, require_legible, written

VALUES = {
    ("learned", "relevant factors"): (0.2, 0.75, 0.98, 1.0),
    ("learned", "log probabilities"): (0.23, 0.75, 0.98, 1.0),
    ("learned", "irrelevant factors"): (-0.2, -0.23, -0.26, -0.25),
    ("fixed", "relevant factors"): (0.99, 1.0, 1.0, 1.0),
    ("fixed", "log probabilities"): (0.64, 0.99, 1.0, 1.0),
    ("fixed", "irrelevant factors"): (0.99, 0.96, 0.9, 0.9),
    ("fixed", "parent states"): (0.6, 0.99, 1.0, 1.0),
}


def table(runs: int = 5) -> pd.DataFrame:
    rows = [
        (embedding, target, depth, run, value - 0.01 * run)
        for ((embedding, target), values), run in product(VALUES.items(), range(runs))
        for depth, value in enumerate(values)
    ]
    return pd.DataFrame(rows, columns=list(render_layer_probe.run.columns))


def test_a_panel_for_each_embedding(tmp_path: Path) -> None:
    figure = drawn(render_layer_probe.run, table(), tmp_path)
    require_legible(figure)
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "learned embedding",
        "fixed factor embedding",
    ]
    for axes, embedding in zip(figure.axes, ("learned", "fixed"), strict=True):
        *curves, zero = axes.lines
        assert zero.get_ydata()[0] == 0
        targets = ("relevant factors", "log probabilities", "irrelevant factors")
        for curve, target in zip(curves, targets, strict=True):
            assert curve.get_xdata().tolist() == [0, 1, 2, 3]
            expected = [value - 0.02 for value in VALUES[embedding, target]]
            assert curve.get_ydata() == pytest.approx(expected)
    assert "5 seeds" in written(figure)


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    rows = table()
    for column in render_layer_probe.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_layer_probe.run, rows.drop(columns=column), tmp_path)
