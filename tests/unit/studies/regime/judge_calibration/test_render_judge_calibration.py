"""The figure shows the scores of the half that chose no threshold, and how many are right."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.judge_calibration import render_judge_calibration
from compsparse.studies.regime.judge_calibration.stored import KINDS
from compsparse.studies.regime.judging.edits import MEANINGFUL
from tests.unit.studies.drawing import drawn, require_legible, written


def table() -> pd.DataFrame:
    rows = []
    for judge, run, kind, repeat in (
        (judge, run, kind, repeat)
        for judge in ("without symmetry", "with symmetry")
        for run in range(3)
        for kind in KINDS
        for repeat in range(4)
    ):
        tested = repeat % 2 == 1
        score = 0.2 + 0.1 * repeat + 0.05 * (kind in MEANINGFUL) if tested else 9.0
        if kind == "mirrored pair changed" and judge == "without symmetry":
            score = np.nan
        threshold = 0.4 + 0.01 * run
        meaningful = kind in MEANINGFUL
        rows.append((judge, run, "face", kind, meaningful, tested, score, threshold))
    return pd.DataFrame(rows, columns=list(render_judge_calibration.run.columns))


def test_the_figure_shows_the_tested_half(tmp_path: Path) -> None:
    figure = drawn(render_judge_calibration.run, table(), tmp_path)
    require_legible(figure)
    left, right = figure.axes
    threshold, low_to_high, quartiles, median = left.lines[:4]
    assert np.asarray(threshold.get_xdata())[0] == pytest.approx(0.41)
    # scores of the meaningful kinds are 0.35 and 0.55, each in three draws
    assert np.asarray(low_to_high.get_xdata()).tolist() == pytest.approx([0.35, 0.55])
    assert np.asarray(quartiles.get_xdata()).tolist() == pytest.approx([0.35, 0.55])
    assert np.asarray(median.get_xdata())[0] == pytest.approx(0.45)
    # a kind that is not there is left empty
    assert (len(left.lines), len(right.lines)) == (1 + 3 * 8, 1 + 3 * 9)
    assert written(figure).count("50 %") == 17
    for said in ("without symmetry: 1 target", "3 draws", "window blanked", "blue is meaningful"):
        assert said in written(figure)
