"""The peaks, how broad they are and how high, as the table has them."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.studies.regime.volume import render_primitives
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of


def table() -> pd.DataFrame:
    """Return peaks at depth 2 P - 1, plus 2 for each probability, of height 10^(-P)."""
    rows = []
    for (index, copying), primitives in product(enumerate((0.5, 0.7, 0.85)), (2, 3, 4, 5)):
        peak = 2 * primitives - 1 + 2 * index
        for depth in range(1, 20):
            ratio = (index + 1) * 10.0**-primitives * 0.6 ** abs(depth - peak)
            rows.append((copying, primitives, depth, ratio, int(abs(depth - peak) <= 1)))
    return pd.DataFrame(rows, columns=list(render_primitives.run.columns))


def test_peaks_and_heights_are_those_of_the_table(tmp_path: Path) -> None:
    figure = drawn(render_primitives.run, table(), tmp_path)
    require_legible(figure)
    above, below = figure.axes
    primitives = np.arange(2, 6)
    for index, shift in enumerate((-0.12, 0.0, 0.12)):
        line_of(above, primitives + shift, 2 * primitives - 1 + 2 * index)
        line_of(below, primitives, (index + 1) * 10.0**-primitives)
        bars = above.collections[index].get_segments()  # type: ignore[attr-defined]
        ends = [bar[:, 1].tolist() for bar in bars]
        assert ends == [[2.0 * p - 2 + 2 * index, 2.0 * p + 2 * index] for p in primitives]
    for said in ("a = 0.85", "reconstruction", "deeper and lower"):
        assert said in written(figure)


def test_the_rise_of_one_probability_is_drawn_alone(tmp_path: Path) -> None:
    rows = table()
    figure = drawn(render_primitives.run, rows[rows["copying"] == 0.7], tmp_path)
    require_legible(figure)
    line_of(figure.axes[0], np.arange(2, 6), 2 * np.arange(2, 6) + 1)
