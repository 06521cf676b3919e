from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.edge_cases import render_anisotropic
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of

TIME = np.geomspace(1.0, 1e4, 50)


def table() -> pd.DataFrame:
    frames = [
        pd.DataFrame(
            {
                "spectrum": spectrum,
                "exponent": 0.75,
                "run": run,
                "time": TIME * 10 ** (2 * spectrum),
                "loss": (1 + 0.05 * run) / (1 + TIME) + 1e-3,
            }
        )
        for spectrum in (0.0, 0.5, 1.0)
        for run in range(3)
    ]
    return pd.concat(frames, ignore_index=True)


def test_spectra_are_named_with_the_slope_of_learning_apart(tmp_path: Path) -> None:
    figure = drawn(render_anisotropic.run, table(), tmp_path)
    require_legible(figure)
    # (1 - 2 (0.75 + s)) / (0.75 + 2 s)
    for label in ("s = 0: −0.67", "s = 0.5: −0.86", "s = 1: −0.91"):
        assert label in written(figure)
    assert "Exploratory, not judged" in written(figure)
    assert "3 seeds" in written(figure)
    assert len(figure.axes[0].lines) == 6


def test_unusable_tables_are_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="one teacher"):
        drawn(render_anisotropic.run, rows.assign(exponent=rows["run"]), tmp_path)
    with pytest.raises(ValueError, match="not positive"):
        drawn(render_anisotropic.run, rows.assign(loss=0.0), tmp_path)
    for column in render_anisotropic.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_anisotropic.run, rows.drop(columns=column), tmp_path)


def test_each_spectrum_has_its_curve_and_a_guide_of_its_slope(tmp_path: Path) -> None:
    (axes,) = drawn(render_anisotropic.run, table(), tmp_path).axes
    for spectrum, rows in table().groupby("spectrum"):
        curve = line_of(axes, *geometric(rows, "time", "loss"))
        (guide,) = [x for x in axes.lines if x.get_color() == curve.get_color() and x is not curve]
        s = float(str(spectrum))
        slope = np.polyfit(*np.log(np.asarray(guide.get_xydata()).T), 1)[0]
        assert slope == pytest.approx((1 - 2 * (0.75 + s)) / (0.75 + 2 * s))
