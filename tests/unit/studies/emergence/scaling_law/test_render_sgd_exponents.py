"""The figure of SGD beside the flow."""

from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.studies.emergence.scaling_law import render_sgd_exponents
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of


def table(runs: int = 3) -> pd.DataFrame:
    ranks, time = np.arange(1.0, 9), np.geomspace(0.5, 25, 20)
    pieces = []
    for beta in (0.6, 1.0):
        for trainer, late in (("SGD", 1.1), ("flow", 1.0)):
            for run in range(runs):
                curves = {
                    "emergence": (ranks, late * (1 + run / 10) * ranks**beta),
                    "loss": (time, np.minimum(1.0, (time / late) ** -beta)),
                    "exponent of time": ([beta], [beta + 0.1]),
                    "exponent of loss": ([beta], [-beta]),
                }
                pieces += [
                    pd.DataFrame(
                        {
                            "exponent": beta,
                            "trainer": trainer,
                            "run": run,
                            "quantity": quantity,
                            "x": x,
                            "y": y,
                        }
                    )
                    for quantity, (x, y) in curves.items()
                ]
    return pd.concat(pieces, ignore_index=True)


def test_lines_are_labeled_with_the_exponents_of_sgd(tmp_path: Path) -> None:
    figure = drawn(render_sgd_exponents.run, table(), tmp_path)
    text = written(figure)
    for words in (
        r"β = 1: p$^\mathregular{1.10}$",
        r"β = 0.6: t$^\mathregular{-0.60}$",
        "over 3 seeds",
        "dashed: population",
    ):
        assert words in text
    require_legible(figure)


def test_a_run_that_missed_a_direction_is_left_out_and_said(tmp_path: Path) -> None:
    rows = table()
    lost = (rows["run"] == 2) & (rows["trainer"] == "SGD") & (rows["exponent"] == 1.0)
    rows.loc[lost & (rows["quantity"] == "exponent of time"), "y"] = np.nan
    rows.loc[lost & (rows["quantity"] == "emergence") & (rows["x"] == 8), "y"] = np.nan
    text = written(drawn(render_sgd_exponents.run, rows, tmp_path))
    assert "over 2 seeds; 1 more left out" in text


def test_without_a_complete_run_the_figure_says_so(tmp_path: Path) -> None:
    rows = table()
    rows.loc[rows["quantity"] == "exponent of time", "y"] = np.nan
    figure = drawn(render_sgd_exponents.run, rows, tmp_path)
    assert "Runs did not learn all directions" in written(figure)


def test_sgd_is_solid_and_the_flow_dashed_in_both_panels(tmp_path: Path) -> None:
    rows = table()
    figure = drawn(render_sgd_exponents.run, rows, tmp_path)
    for axes, quantity in zip(figure.axes, ("emergence", "loss"), strict=True):
        panel_rows = rows[rows["quantity"] == quantity]
        for (_, trainer), curves in panel_rows.groupby(["exponent", "trainer"]):
            assert line_of(axes, *geometric(curves, "x", "y")).is_dashed() == (trainer == "flow")
