"""The figure of the loss."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.scaling_law import render_loss_exponent
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of


def table(runs: int = 3) -> pd.DataFrame:
    """Return losses that fall with the exponent of theory, half of it outside of the window."""
    time = np.geomspace(10.0, 1e4, 40)
    fitted = (time > 50) & (time < 2000)
    pieces = []
    for directions, exponents in ((16, (0.6, 1.0, 1.5)), (64, (1.0,))):
        for beta in exponents:
            slope = (1 - 2 * beta) / beta
            loss = np.exp(slope * np.log(np.clip(time, 50, 2000) / 50))
            pieces += [
                pd.DataFrame(
                    {
                        "directions": directions,
                        "exponent": beta,
                        "run": run,
                        "time": time,
                        "loss": (1 - 0.01 * run) * loss,
                        "fitted": fitted,
                    }
                )
                for run in range(runs)
            ]
    return pd.concat(pieces, ignore_index=True)


def test_lines_are_labeled_with_the_exponent_of_the_window(tmp_path: Path) -> None:
    figure = drawn(render_loss_exponent.run, table(), tmp_path)
    text = written(figure)
    for words in (
        r"β = 0.6: t$^\mathregular{-0.33}$",
        r"β = 1.5: t$^\mathregular{-1.33}$",
        r"β = 1, P = 64: t$^\mathregular{-1.00}$",
    ):
        assert words in text
    assert "closed form" in text
    assert "P = 16: 3 seeds" in text
    require_legible(figure)


def test_a_loss_below_zero_is_refused(tmp_path: Path) -> None:
    rows = table()
    rows.loc[0, "loss"] = -1.0
    with pytest.raises(ValueError, match="of loss are not positive"):
        drawn(render_loss_exponent.run, rows, tmp_path)


def test_the_whole_curve_and_the_window_are_drawn(tmp_path: Path) -> None:
    (axes,) = drawn(render_loss_exponent.run, table(), tmp_path).axes
    for _, rows in table().groupby(["directions", "exponent"]):
        whole = line_of(axes, *geometric(rows, "time", "loss"))
        window = line_of(axes, *geometric(rows[rows["fitted"]], "time", "loss"))
        assert whole.get_color() == window.get_color()
        assert whole.get_linewidth() < window.get_linewidth()
