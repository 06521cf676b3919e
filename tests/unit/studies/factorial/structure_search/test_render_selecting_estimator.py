from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.structure_search import render_selecting_estimator
from tests.unit.studies.drawing import drawn, require_legible, written


def selecting_table(runs: int = 4) -> pd.DataFrame:
    rows = [
        {
            "run": run,
            "samples": samples,
            "histogram_distance": 1.2 / samples**0.5 * (1 + 0.1 * run),
            "selected_distance": 3.0 / samples**0.6 * (1 + 0.1 * run),
            "informed_distance": 0.7 / samples**0.5 * (1 + 0.1 * run),
            "true_share": min(1.0, samples / 800),
        }
        for run in range(runs)
        for samples in (50, 200, 800, 3200)
    ]
    return pd.DataFrame(rows)


def test_lines_and_labels(tmp_path: Path) -> None:
    figure = drawn(render_selecting_estimator.run, selecting_table(), tmp_path)
    distances, shares = figure.axes
    assert {"ignored", "searched", "known"} <= {text.get_text() for text in distances.texts}
    means = selecting_table().groupby("samples")
    names = ("histogram_distance", "selected_distance", "informed_distance")
    for name, line in zip(names, distances.lines, strict=True):
        geometric = means[name].agg(lambda values: np.exp(np.log(values).mean()))
        assert line.get_xdata() == pytest.approx([50, 200, 800, 3200])
        assert line.get_ydata() == pytest.approx(geometric.tolist())
    assert shares.lines[0].get_ydata().tolist() == [50 / 800, 200 / 800, 1.0, 1.0]
    assert shares.get_xlim() == (50, 3200)
    assert "4 drawn tables" in written(figure)
    require_legible(figure)


def test_shares_of_many_tables_stay_between_0_and_1(tmp_path: Path) -> None:
    table = selecting_table(12)
    table.loc[table["run"] == 0, "true_share"] = 0.0
    figure = drawn(render_selecting_estimator.run, table, tmp_path)
    band = figure.axes[1].collections[0].get_paths()[0].vertices[:, 1]
    assert band.min() >= 0 and band.max() <= 1


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'true_share' is missing"):
        drawn(
            render_selecting_estimator.run, selecting_table().drop(columns="true_share"), tmp_path
        )
