"""The figure shows a line for each kind of network, and the medians of networks."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.gallery import render_novel_combinations
from tests.unit.studies.drawing import drawn, require_legible, written


def test_the_figure_shows_pairs_and_medians(tmp_path: Path) -> None:
    rows = [
        (target, kind, run, stage, 0.01, pair, base + 0.1 * run + 0.01 * (pair - 5))
        for target in ("face", "two_objects")
        for kind, stage, base in (
            ("genome", 0, 0.1),
            ("dense", 0, 0.4),
            ("stopped", 60, 0.6),
            ("stopped", 1200, 0.5),
        )
        for run in range(3)
        for pair in range(11)
    ]
    table = pd.DataFrame(rows, columns=list(render_novel_combinations.run.columns))
    figure = drawn(render_novel_combinations.run, table, tmp_path)
    require_legible(figure)
    left, right = figure.axes
    assert (left.get_title(loc="left"), right.get_title(loc="left")) == ("face", "two objects")
    labels = [label.get_text() for label in left.get_yticklabels()]
    assert labels == ["genome", "dense", "60 updates", "1200 updates"]
    dots = [np.asarray(line.get_xydata()) for line in left.lines if line.get_marker() == "o"]
    np.testing.assert_allclose(dots[1], [[0.4, 1], [0.5, 1], [0.6, 1]])
    spread = np.asarray(left.lines[0].get_xdata())
    genome = table[(table["target"] == "face") & (table["kind"] == "genome")]["relative_error"]
    assert spread.tolist() == pytest.approx(np.quantile(genome, [0.05, 0.95]).tolist())
    for said in ("genome: 3, dense: 3, stopped: 3 seeds", "0: the edits compose"):
        assert said in written(figure)
