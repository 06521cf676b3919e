from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.edge_cases import render_quadratic_exponents
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of

TIME = np.geomspace(0.5, 800.0, 60)


def table(runs: int = 4, unlearned: int = 0, directions: int = 64) -> pd.DataFrame:
    frames = []
    ranks = np.arange(1.0, directions + 1)
    for exponent in (0.75, 1.0, 1.25):
        for run in range(runs):
            times = (4 + 0.1 * run) * ranks**exponent
            loss = 1 / (1 + (TIME / 5) ** ((2 * exponent - 1) / exponent))
            lost = unlearned if run == 1 else 0
            kept = slice(0, len(ranks) - lost)
            for quantity, point, value in (
                ("time", ranks[kept], times[kept]),
                ("unaided", ranks, times),
                ("loss", TIME, loss),
            ):
                frames.append(
                    pd.DataFrame(
                        {
                            "exponent": exponent,
                            "run": run,
                            "unlearned": lost,
                            "quantity": quantity,
                            "point": point,
                            "value": value,
                        }
                    )
                )
    return pd.concat(frames, ignore_index=True)


def test_every_teacher_is_named(tmp_path: Path) -> None:
    figure = drawn(render_quadratic_exponents.run, table(), tmp_path)
    require_legible(figure)
    for exponent in ("0.75", "1", "1.25"):
        assert written(figure).count(f"α = {exponent}\n") >= 1
    assert "4 seeds" in written(figure)
    assert "never learned" not in written(figure)


def test_few_directions_are_legible_too(tmp_path: Path) -> None:
    require_legible(drawn(render_quadratic_exponents.run, table(2, directions=8), tmp_path))


def test_directions_that_were_never_learned_are_said(tmp_path: Path) -> None:
    figure = drawn(render_quadratic_exponents.run, table(unlearned=2), tmp_path)
    require_legible(figure)
    assert "6 directions were never learned, in 3 of 12 runs" in written(figure)
    times = figure.axes[0].lines[0].get_xdata()
    assert max(np.asarray(times)) == 62


def test_unusable_tables_are_refused(tmp_path: Path) -> None:
    rows = table()
    with pytest.raises(ValueError, match="no finite value"):
        drawn(render_quadratic_exponents.run, rows.iloc[:-1], tmp_path)
    for column in render_quadratic_exponents.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(render_quadratic_exponents.run, rows.drop(columns=column), tmp_path)


def test_every_teacher_has_its_times_and_its_loss(tmp_path: Path) -> None:
    times, loss = drawn(render_quadratic_exponents.run, table(), tmp_path).axes
    for _, rows in table().groupby("exponent"):
        ranks, measured = geometric(rows[rows["quantity"] == "time"], "point", "value")
        curve = line_of(times, ranks, measured)
        # flat until shortly before the loss has fallen by 3 per cent
        time, falling = geometric(rows[rows["quantity"] == "loss"], "point", "value")
        begin = max(int(np.argmax(falling < 0.97 * falling[0])) - 1, 0)
        assert line_of(loss, time[begin:], falling[begin:]).get_color() == curve.get_color()
