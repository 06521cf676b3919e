from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.compression import (
    render_compression_grid_a,
    render_compression_grid_b,
)
from tests.unit.studies.drawing import Run, drawn
from tests.unit.studies.factorial.expected_curves import require_curve

TASKS = ((4, 32, 1), (8, 64, 2), (8, 128, 3))


def table() -> pd.DataFrame:
    rows = [
        ("2^6", "8^2", parents, width, complexity, d, run, complexity / 4.0**d * (1 + 0.1 * run))
        for (width, complexity, parents), d, run in product(TASKS, (2, 4, 8), range(3))
    ]
    columns = ["input_factors", "output_factors", "parents", "approximation_complexity"]
    more = ["statistical_complexity", "embedding_dimension", "run", "loss"]
    return pd.DataFrame(rows, columns=[*columns, *more])


@pytest.mark.parametrize("run", [render_compression_grid_a.run, render_compression_grid_b.run])
def test_each_task_with_its_sufficient_width_and_the_learned_loss(run: Run, tmp_path: Path) -> None:
    *lines, learned = drawn(run, table(), tmp_path).axes[0].lines
    count = len(TASKS)
    curves, dots, widths = lines[:count], lines[count : 3 * count], lines[3 * count :]
    for index, (width, complexity, _) in enumerate(TASKS):
        rows = table()[lambda rows, sc=complexity: rows["statistical_complexity"] == sc]
        curve, (sufficient, narrow) = curves[index], dots[2 * index : 2 * index + 2]
        wide = rows["embedding_dimension"] >= width
        require_curve(curve, rows, "embedding_dimension")
        require_curve(narrow, rows[~wide], "embedding_dimension")
        require_curve(sufficient, rows[wide], "embedding_dimension")
        assert narrow.get_markerfacecolor() == "white" != sufficient.get_markerfacecolor()
    assert [line.get_xdata()[0] for line in widths] == [width for width, _, _ in TASKS]
    assert np.asarray(learned.get_ydata()) == pytest.approx([0.001, 0.001])
