"""The figure of emergence times."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.scaling_law import render_time_exponent
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of


def table(runs: int = 3) -> pd.DataFrame:
    """Return exact power laws, of the exponents 0.05 above beta."""
    pieces = []
    for directions, exponents in ((16, (0.6, 1.0, 1.5)), (64, (1.0,))):
        ranks = np.arange(1, directions + 1)
        pieces += [
            pd.DataFrame(
                {
                    "directions": directions,
                    "exponent": beta,
                    "run": run,
                    "direction": ranks,
                    "time": (100.0 + run) * ranks ** (beta + 0.05),
                    "complete": True,
                }
            )
            for beta in exponents
            for run in range(runs)
        ]
    return pd.concat(pieces, ignore_index=True)


def test_lines_are_labeled_with_the_measured_exponent(tmp_path: Path) -> None:
    figure = drawn(render_time_exponent.run, table(), tmp_path)
    text = written(figure)
    for words in (
        r"β = 0.6: p$^\mathregular{0.65}$",
        r"β = 1, P = 64: p$^\mathregular{1.05}$",
        "P = 16: 3 seeds",
    ):
        assert words in text
    assert "Population flow" in text
    require_legible(figure)


def test_a_run_left_out_is_said(tmp_path: Path) -> None:
    rows = table()
    missed = (rows["directions"] == 64) & (rows["run"] == 1)
    rows.loc[missed, "complete"] = False
    rows.loc[missed & (rows["direction"] == 64), "time"] = np.nan
    figure = drawn(render_time_exponent.run, rows, tmp_path)
    assert "P = 64: 3 seeds (1 left out" in written(figure)


def test_exponents_without_a_complete_run_are_left_out(tmp_path: Path) -> None:
    rows = table()
    rows.loc[rows["exponent"] == 1.5, "complete"] = False
    figure = drawn(render_time_exponent.run, rows, tmp_path)
    assert "β = 1.5" not in written(figure)
    figure = drawn(render_time_exponent.run, rows.assign(complete=False), tmp_path)
    assert "Runs did not learn all directions" in written(figure)


def test_a_complete_run_without_a_time_is_refused(tmp_path: Path) -> None:
    rows = table()
    rows.loc[3, "time"] = np.nan
    with pytest.raises(ValueError, match="no finite time"):
        drawn(render_time_exponent.run, rows, tmp_path)


def test_every_exponent_and_number_of_directions_has_its_curve(tmp_path: Path) -> None:
    (axes,) = drawn(render_time_exponent.run, table(), tmp_path).axes
    for (directions, _), rows in table().groupby(["directions", "exponent"]):
        assert line_of(axes, *geometric(rows, "direction", "time")).is_dashed() == (
            directions == 64
        )
