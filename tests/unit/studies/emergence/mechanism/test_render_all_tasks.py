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
            "group": run // 5,
            "steps": np.nan if run == 19 else (10.0 + run) / amplitude**2,
            "predicted": 21.0 / amplitude**2,
            "failed": run == 19 and amplitude == 0.7,
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
        "1/0.175",
        "4 seeds",
        "3 seeds",
        "population flow",
        "online SGD",
        "groups of 5 runs",
        "Of 100 runs 5 were given up",
        "1 of them overflowed",
    ):
        assert text in written(figure).replace("\n", " ")


def test_a_table_of_one_kind_is_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="no rows of the kind"):
        drawn(render_all_tasks.run, rows[rows["kind"] == "width"], tmp_path)


def test_shares_by_neurons_per_task_and_samples_by_amplitude(tmp_path: Path) -> None:
    rows = table()
    left, right = drawn(render_all_tasks.run, rows, tmp_path).axes
    widths = rows[rows["kind"] == "width"]
    for tasks, task_rows in widths.groupby("directions"):
        neurons, share = means(task_rows, "neurons", "share")
        line_of(left, neurons / float(str(tasks)), share)
    inverse = 1 / np.array(AMPLITUDES)
    # medians of groups of five; a run that is given up lies above all others
    middle = np.exp(np.log(np.array([12.0, 17.0, 22.0, 27.0])).mean())
    line_of(right, inverse, middle * inverse**2)
    line_of(right, inverse, 21.0 * inverse**2)
