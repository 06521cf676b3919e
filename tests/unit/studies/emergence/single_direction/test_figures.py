"""The figures of one direction: legible, and they say what they show."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.single_direction import (
    render_equator,
    render_gradient_expansion,
    render_learning_curve,
    render_search_phase,
)
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of, means


def search_table() -> pd.DataFrame:
    sweeps = (
        (2, (0.1,), (32, 128, 512)),
        (3, (0.05,), (16, 50, 90)),
        (4, (0.02, 0.04), (14, 22, 36)),
    )
    rows = []
    for order, constants, dimensions in sweeps:
        for c, group, d in product(constants, range(10), dimensions):
            steps = d ** (order - 1.0) / c / 6 * (1 + 0.02 * group)
            rows.append((order, c, d, group, 32, 2, 1, steps, 1.1 * d ** (order - 1.2) / c))
    return pd.DataFrame(rows, columns=list(render_search_phase.run.columns))


def share_table(runs: int = 12) -> pd.DataFrame:
    rows = []
    for order, dimensions in ((2, (16, 64)), (3, (16, 96)), (4, (12, 28))):
        for d, run in product(dimensions, range(runs)):
            outcome = ("learned", "given up", "failed")[0 if run > 1 else run + 1]
            share = 0.2 * order + 0.01 * run if run > 1 else np.nan
            rows.append((order, d, run, outcome, share))
    return pd.DataFrame(rows, columns=list(render_equator.run.columns))


def curve_table() -> pd.DataFrame:
    fractions = np.linspace(0.1, 1.5, 15)
    rows = []
    for order, run in product((3, 4), range(6)):
        loss = 1 / (1 + np.exp((fractions - 1) * 5 * order))
        half = 1000.0 * (run + 1)
        for fraction, value in zip(fractions, loss, strict=True):
            rows.append((order, 64, run, "fallen", half, fraction, value))
        rows.append((order, 64, 6, "not fallen", np.nan, np.nan, np.nan))
    return pd.DataFrame(rows, columns=list(render_learning_curve.run.columns))


def gradient_table() -> pd.DataFrame:
    formulas = ("corrected", "orthonormal", "polynomial", "moment")
    constants = [
        {"part": "constant", "order": k, "formula": f, "ratio": float(k) ** i}
        for k, (i, f) in product((2, 3, 4), enumerate(formulas))
    ]
    decay = [
        {
            "part": "decay",
            "order": k,
            "run": run,
            "dimension": d,
            "size": (1 + run) * d ** (1.0 - k),
        }
        for k, run, d in product((2, 3, 4), range(10), (100, 10_000))
    ]
    return pd.DataFrame(constants + decay)


def test_the_search_phase_shows_laws_limit_and_lost_runs(tmp_path: Path) -> None:
    figure = drawn(render_search_phase.run, search_table(), tmp_path)
    require_legible(figure)
    text = written(figure)
    for said in ("k = 2: d log d", "k = 4: d³", "small steps: 3", "10 seeds", "median of 32 runs"):
        assert said in text
    assert "Of 3,840 runs" in text and "120 overflowed and 240 were given up" in text


def test_one_step_size_alone_has_no_second_panel(tmp_path: Path) -> None:
    table = search_table()
    figure = drawn(render_search_phase.run, table[table["order"] == 3], tmp_path)
    require_legible(figure)
    assert len(figure.axes) == 1


def test_the_equator_shows_means_of_what_learned(tmp_path: Path) -> None:
    figure = drawn(render_equator.run, share_table(), tmp_path)
    require_legible(figure)
    assert "of 72 runs, 6 given up" in written(figure)
    assert "and 6 that overflowed" in written(figure)
    assert "95 % t interval" in written(figure)
    markers = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    np.testing.assert_allclose(np.asarray(markers[1].get_ydata()), 0.6 + 0.065)


def test_few_runs_have_a_range(tmp_path: Path) -> None:
    figure = drawn(render_equator.run, share_table(runs=5), tmp_path)
    assert "smallest to largest" in written(figure)


def test_every_run_of_the_learning_curve_is_drawn(tmp_path: Path) -> None:
    figure = drawn(render_learning_curve.run, curve_table(), tmp_path)
    require_legible(figure)
    by_step, aligned = figure.axes
    assert len(by_step.lines) == 6
    assert len(aligned.lines) == 2 * (6 + 1)
    assert "k = 4: 7 seeds, 1 not fallen by the end, 0 overflowed" in written(figure)


def test_a_table_without_a_fall_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="No run of the table has fallen"):
        drawn(render_learning_curve.run, curve_table().assign(outcome="failed"), tmp_path)


def test_the_gradient_shows_decay_and_constants(tmp_path: Path) -> None:
    figure = drawn(render_gradient_expansion.run, gradient_table(), tmp_path)
    require_legible(figure)
    for said in ("k = 3: d^(−1)", "(j+1), orthonormal", "slide, coefficients", "10 seeds"):
        assert said in written(figure)


def test_a_table_without_a_formula_is_refused(tmp_path: Path) -> None:
    table = gradient_table()
    with pytest.raises(ValueError, match="no rows of the formula 'moment'"):
        drawn(render_gradient_expansion.run, table[table["formula"] != "moment"], tmp_path)


def test_a_dimension_without_a_share_is_refused(tmp_path: Path) -> None:
    table = share_table()
    table.loc[(table["order"] == 3) & (table["dimension"] == 96), "share"] = np.nan
    with pytest.raises(ValueError, match="no share in dimension 96"):
        drawn(render_equator.run, table, tmp_path)


def test_steps_slopes_and_their_limit_are_drawn(tmp_path: Path) -> None:
    table = search_table()
    steps, limit = drawn(render_search_phase.run, table, tmp_path).axes
    for _, rows in table.groupby("order"):
        finest = rows[rows["step_constant"] == rows["step_constant"].min()]
        line_of(steps, *geometric(finest, "dimension", "steps"))
        theory = finest.groupby("dimension")["predicted"].first()
        line_of(steps, theory.index, theory)
    line_of(limit, [0.02, 0.04], [3.0, 3.0])
    line_of(limit, [0.0, 0.02, 0.04], [3.0, 2.8, 2.8])


def test_the_share_of_each_dimension_is_the_mean_of_the_runs_that_learned(tmp_path: Path) -> None:
    (axes,) = drawn(render_equator.run, share_table(), tmp_path).axes
    for _, rows in share_table().groupby("order"):
        line_of(axes, *means(rows, "dimension", "share"))


def test_runs_are_drawn_in_steps_and_at_their_own_pace(tmp_path: Path) -> None:
    table = curve_table().dropna()
    by_step, aligned = drawn(render_learning_curve.run, curve_table(), tmp_path).axes
    for (order, _), rows in table.groupby(["order", "run"]):
        line_of(aligned, rows["fraction"], rows["loss"])
        if order == 4:
            line_of(by_step, rows["fraction"] * rows["half_step"], rows["loss"])
    for _, rows in table.groupby("order"):
        median = rows.groupby("fraction")["loss"].median()
        line_of(aligned, median.index, median)


def test_sizes_and_ratios_are_drawn_by_order_and_formula(tmp_path: Path) -> None:
    table = gradient_table()
    decay, constant = drawn(render_gradient_expansion.run, table, tmp_path).axes
    for _, rows in table[table["part"] == "decay"].groupby("order"):
        line_of(decay, *geometric(rows, "dimension", "size"))
    for _, rows in table[table["part"] == "constant"].groupby("formula"):
        line_of(constant, rows["order"], rows["ratio"])
