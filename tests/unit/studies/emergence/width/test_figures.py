"""Figures of the results on width."""

from itertools import product
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.width import (
    render_compute_optimal,
    render_learned_directions,
    render_width_curves,
    render_width_joint_fit,
    render_width_plateau,
)
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import geometric, line_of, means

EXPONENTS = (0.75, 1.0, 1.25)
WIDTHS = (2, 4, 8, 16, 32, 64)
TIME = np.geomspace(1.0, 1e5, 40)


def plateau_table(runs: int) -> pd.DataFrame:
    rows = [
        (b, m, run, (1 + 0.1 * run) * m ** (1 - 2 * b), 0.5 * m ** (1 - 2 * b), m ** (1 - 2 * b))
        for b, m, run in product(EXPONENTS, WIDTHS, range(runs))
    ]
    return pd.DataFrame(rows, columns=list(render_width_plateau.run.columns))


def directions_table(runs: int) -> pd.DataFrame:
    rows = [
        (b, m, run, rank + (rank == m) * run, 1)
        for b, m, run in product(EXPONENTS, WIDTHS, range(runs))
        for rank in range(1, m + 1)
    ]
    return pd.DataFrame(rows, columns=list(render_learned_directions.run.columns))


def law_loss(b: float, m: int, run: int, time: np.ndarray) -> np.ndarray:
    fall = np.maximum(time ** ((1 - 2 * b) / b), m ** (1 - 2 * b))
    return np.asarray((1 + 0.1 * run) * np.minimum(fall, 1.0))


def curves_table(runs: int) -> pd.DataFrame:
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "exponent": b,
                    "neurons": m,
                    "run": run,
                    "time": TIME,
                    "loss": law_loss(b, m, run, TIME),
                }
            )
            for b, m, run in product(EXPONENTS, WIDTHS, range(runs))
        ],
        ignore_index=True,
    )


def compute_table(runs: int) -> pd.DataFrame:
    compute = np.geomspace(10, 1e5, 60)
    frames = [
        pd.DataFrame(
            {
                "exponent": b,
                "run": run,
                "neurons": m,
                "compute": compute,
                "loss": law_loss(b, m, run, compute / m),
                "in_window": ((compute > 20) & (compute < 2000)).astype(int),
            }
        )
        for b, m, run in product(EXPONENTS, WIDTHS, range(runs))
    ]
    return pd.concat(frames, ignore_index=True)


def fits_table(runs: int) -> pd.DataFrame:
    rows = [
        (b, run, form, (2 * b - 1) / b + 0.05 * run, 2 * b - 1 + 0.05 * run, 0.1)
        for b, run, form in product(EXPONENTS, range(runs), ("larger", "sum"))
    ]
    return pd.DataFrame(rows, columns=list(render_width_joint_fit.run.columns))


FIGURES = [
    (render_width_plateau, plateau_table),
    (render_learned_directions, directions_table),
    (render_width_curves, curves_table),
    (render_compute_optimal, compute_table),
    (render_width_joint_fit, fits_table),
]


@pytest.mark.parametrize(("module", "table"), FIGURES)
def test_type_is_apart_and_the_caption_says_flow_and_seeds(
    module: ModuleType, table: type, tmp_path: Path
) -> None:
    figure = drawn(module.run, table(3), tmp_path)
    require_legible(figure)
    assert "3 seeds" in written(figure)
    assert "Population flow (not SGD)" in written(figure)


@pytest.mark.parametrize(("module", "table"), FIGURES)
def test_unusable_tables_are_refused(module: ModuleType, table: type, tmp_path: Path) -> None:
    rows = table(2)
    for column in module.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(module.run, rows.drop(columns=column), tmp_path)


def test_slopes_stand_beside_theory(tmp_path: Path) -> None:
    text = written(drawn(render_width_plateau.run, plateau_table(3), tmp_path))
    assert "β = 0.75: slope −0.50\n(theory −0.50)" in text
    assert "β = 1.25: slope −1.50\n(theory −1.50)" in text


def test_the_picture_counts_runs(tmp_path: Path) -> None:
    table = directions_table(4)
    figure = drawn(render_learned_directions.run, table, tmp_path)
    shares = np.asarray(figure.axes[0].collections[0].get_array()).reshape(-1, len(WIDTHS))
    assert shares[0].tolist() == [1.0] * len(WIDTHS)
    assert shares[1, 0] == 0.25  # rank m is taken by run 0 only
    assert shares[:, -1].sum() == 64


def test_rescaled_curves_lie_on_each_other(tmp_path: Path) -> None:
    figure = drawn(render_width_curves.run, curves_table(3), tmp_path)
    plain, rescaled = ([line.get_ydata()[-1] for line in axes.lines] for axes in figure.axes)
    np.testing.assert_allclose(rescaled, rescaled[0])
    assert plain[0] > 10 * plain[-1]
    assert all(f"m = {width}" in written(figure) for width in WIDTHS)


def test_the_least_loss_and_its_width_have_their_slopes(tmp_path: Path) -> None:
    text = written(drawn(render_compute_optimal.run, compute_table(3), tmp_path))
    assert "(theory −0.50)" in text
    assert "(theory 0.50)" in text


def test_both_forms_and_theory_are_named(tmp_path: Path) -> None:
    figure = drawn(render_width_joint_fit.run, fits_table(12), tmp_path)
    for name in ("larger of both", "sum + constant", "theory", "bar: 95 % t interval"):
        assert name in written(figure)


def test_final_losses_are_drawn_over_the_least_possible(tmp_path: Path) -> None:
    table = plateau_table(3)
    (axes,) = drawn(render_width_plateau.run, table, tmp_path).axes
    for _, rows in table.groupby("exponent"):
        line_of(axes, *geometric(rows, "neurons", "loss"))
        assert line_of(axes, *geometric(rows, "neurons", "best")).is_dashed()


def test_every_width_has_its_curve_as_trained_and_rescaled(tmp_path: Path) -> None:
    table = curves_table(3)
    above, below = drawn(render_width_curves.run, table, tmp_path).axes
    for width, rows in table[table["exponent"] == 1.0].groupby("neurons"):
        time, loss = geometric(rows, "time", "loss")
        line_of(above, time, loss)
        line_of(below, time / float(str(width)), loss * float(str(width)))


def test_the_envelope_is_the_least_loss_of_each_run(tmp_path: Path) -> None:
    table = compute_table(3)
    upper, lower = drawn(render_compute_optimal.run, table, tmp_path).axes
    rows = table[table["exponent"] == 1.0]
    for _, width_rows in rows.groupby("neurons"):
        line_of(upper, *geometric(width_rows, "compute", "loss"))
    window = rows[rows["in_window"] == 1]
    least = window.loc[window.groupby(["run", "compute"])["loss"].idxmin()]
    line_of(upper, *geometric(least, "compute", "loss"))
    line_of(lower, *geometric(least, "compute", "neurons"))


def test_exponents_of_both_forms_stand_beside_each_other(tmp_path: Path) -> None:
    table = fits_table(3)
    table.loc[table["form"] == "sum", ["time_exponent", "width_exponent"]] += 0.3
    figure = drawn(render_width_joint_fit.run, table, tmp_path)
    for axes, column in zip(figure.axes, ("time_exponent", "width_exponent"), strict=True):
        for form, aside in (("larger", -0.012), ("sum", 0.012)):
            beta, mean = means(table[table["form"] == form], "exponent", column)
            line_of(axes, beta + aside, mean)


def test_the_picture_has_the_share_of_runs_for_every_rank_and_width(tmp_path: Path) -> None:
    table = directions_table(4)
    figure = drawn(render_learned_directions.run, table, tmp_path)
    rows = table[table["exponent"] == 1.0]
    shares = rows.pivot_table(index="rank", columns="neurons", aggfunc="size", fill_value=0) / 4
    shown = np.asarray(figure.axes[0].collections[0].get_array()).reshape(-1, len(WIDTHS))
    np.testing.assert_allclose(shown, shares)
