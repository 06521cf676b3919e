from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.edge_cases import render_specialization
from tests.unit.studies.drawing import drawn, require_legible, written


def table() -> pd.DataFrame:
    frames = [
        pd.DataFrame(
            {
                "order": order,
                "run": run,
                "neuron": np.arange(len(best)),
                "strength": 0.1,
                "best_square": best,
            }
        )
        for run in range(3)
        for order, best in ((2, np.linspace(0.2, 0.91, 20)), (4, np.ones(16)))
    ]
    return pd.concat(frames, ignore_index=True)


def test_shares_are_written_and_bars_add_up(tmp_path: Path) -> None:
    figure = drawn(render_specialization.run, table(), tmp_path)
    require_legible(figure)
    assert "k = 2: 5 % of the neurons are specialized" in written(figure)
    assert "k = 4: 100 % of the neurons are specialized" in written(figure)
    assert "3 seeds" in written(figure)
    for axes in figure.axes:
        heights = [bar.get_height() for bar in axes.patches]  # type: ignore[attr-defined]
        assert sum(heights) == pytest.approx(1.0)


def test_unusable_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"lie in \[0, 1\]"):
        drawn(render_specialization.run, table().assign(best_square=1.5), tmp_path)
    for column in render_specialization.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_specialization.run, table().drop(columns=column), tmp_path)


def test_bars_are_shares_of_each_orders_neurons(tmp_path: Path) -> None:
    figure = drawn(render_specialization.run, table(), tmp_path)
    for axes, (_, rows) in zip(figure.axes, table().groupby("order"), strict=True):
        heights = [bar.get_height() for bar in axes.patches]  # type: ignore[attr-defined]
        counts, _ = np.histogram(rows["best_square"], bins=np.linspace(0.0, 1.0, 21))
        np.testing.assert_allclose(heights, counts / len(rows))
