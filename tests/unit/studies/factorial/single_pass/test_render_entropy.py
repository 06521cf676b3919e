from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.studies.factorial.single_pass import render_entropy
from tests.unit.studies.drawing import drawn, require_legible

CONCENTRATIONS = {0.01: 0.2, 0.1: 1.4, 1.0: 3.4}


def table() -> pd.DataFrame:
    cells = product(CONCENTRATIONS, ("factored", "parent_states", "inputs"), range(3))
    rows = pd.DataFrame(list(cells), columns=["concentration", "outcomes", "run"])
    rows["mean_entropy"] = rows["concentration"].map(CONCENTRATIONS)
    outcome_rows = rows["outcomes"].map({"factored": 0.0, "parent_states": 0.5, "inputs": 0.8})
    return rows.assign(area=outcome_rows - rows["mean_entropy"] - 0.1 * rows["run"])


def test_one_line_for_each_kind_of_outcomes_at_the_entropies(tmp_path: Path) -> None:
    figure = drawn(render_entropy.run, table(), tmp_path)
    require_legible(figure)
    axes = figure.axes[0]
    lines = [line for line in axes.lines if len(line.get_xdata()) == 3]
    shown = {tuple(np.round(np.asarray(line.get_xdata(), dtype=float), 6)) for line in lines}
    assert shown == {tuple(CONCENTRATIONS.values())}
    for shift, line in zip((0.8, 0.5, 0.0), lines, strict=True):
        heights = np.asarray(line.get_ydata(), dtype=float)
        np.testing.assert_allclose(heights, np.exp(shift - np.array([0.3, 1.5, 3.5])))
    words = " ".join(text.get_text() for text in axes.texts)
    for word in ("factored", "parent state", "each input", "0.01"):
        assert word in words
