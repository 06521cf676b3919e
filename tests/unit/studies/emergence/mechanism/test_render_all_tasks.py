from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.mechanism import render_all_tasks
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of, means

AMPLITUDES = (0.7, 0.5, 0.35, 0.25, 0.175)


def table(runs: int = 3) -> pd.DataFrame:
    widths = [
        {
            "kind": "width",
            "run": run,
            "neurons": neurons,
            "directions": tasks,
            "share": min(1.0, neurons / tasks) * (1 - 0.01 * run),
        }
        for run in range(runs)
        for neurons in (8, 16, 32, 64, 96, 128, 256)
        for tasks in (8, 16, 32, 64)
    ]
    samples = [
        {
            "kind": "samples",
            "run": run,
            "amplitude": amplitude,
            "scaled": np.nan if run == 19 else 1.0 + 0.1 * run,
            "failed": run == 19 and amplitude == 0.7,
            "longest": 4.0,
        }
        for amplitude in AMPLITUDES
        for run in range(20)
    ]
    return pd.DataFrame(widths + samples, columns=list(render_all_tasks.run.columns))


def test_shares_against_neurons_and_samples(tmp_path: Path) -> None:
    figure = drawn(render_all_tasks.run, table(), tmp_path)
    require_legible(figure)
    for text in (
        "8 strongest",
        "a = 0.175",
        "16 times apart",
        "3 seeds",
        "population flow",
        "online SGD",
        "20 runs of each",
        "5 of 100 were given up",
        "1 of them overflowed",
    ):
        assert text in written(figure).replace("\n", " ")
    _, right = figure.axes
    assert len(right.lines) == len(AMPLITUDES)
    for line in right.lines:  # runs that are given up stay in the denominator
        assert np.asarray(line.get_ydata())[-1] == pytest.approx(19 / 20)
        assert np.asarray(line.get_xdata())[-1] == 4.0


def test_a_table_of_one_kind_is_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="rows of the kinds"):
        drawn(render_all_tasks.run, rows[rows["kind"] == "width"], tmp_path)


def test_shares_by_neurons_per_task_and_runs_by_scaled_samples(tmp_path: Path) -> None:
    rows = table()
    # amplitudes apart from each other
    rows["scaled"] *= rows["amplitude"].fillna(1.0)
    left, right = drawn(render_all_tasks.run, rows, tmp_path).axes
    widths = rows[rows["kind"] == "width"]
    for tasks, of_tasks in widths.groupby("directions"):
        neurons, share = means(of_tasks, "neurons", "share")
        line_of(left, neurons / float(str(tasks)), share)
    for amplitude in AMPLITUDES:
        scaled = np.sort(rows.loc[rows["amplitude"] == amplitude, "scaled"].dropna())
        learned = np.arange(1, 20) / 20
        x, y = [scaled[0], *scaled, 4.0], [0.0, *learned, learned[-1]]
        assert line_of(right, x, y).get_drawstyle() == "steps-post"
