"""Figures of the results on finite precision."""

from itertools import product
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.circuits.finite_precision import (
    render_physical_system,
    render_real_functions,
    render_sup_error,
)
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from tests.unit.studies.circuits.plotted import mean_curve, require_curves
from tests.unit.studies.drawing import drawn, require_legible, written

PLACES = (2, 4, 8, 16, 24)


def functions_table() -> pd.DataFrame:
    rows = []
    for shift, (function, places) in enumerate(product(FUNCTIONS.values(), PLACES)):
        total = function.code_places(places) + places
        size = 2.0 * (1 + 0.1 * shift) * total**function.size_degree
        rows.append((function.name, places, total, size, total**function.depth_degree, 3))
    return pd.DataFrame(rows, columns=list(render_real_functions.run.columns))


def errors_table() -> pd.DataFrame:
    rows = []
    for shift, function in enumerate(FUNCTIONS.values()):
        for places in PLACES:
            width = function.code_places(places)
            rows.append(("theorem", function.name, places, width, width, 1.0, 1 - 0.05 * shift))
        width = function.code_places(4)
        for kept in range(width + 1):
            error = float(2 ** max(0, 4 - kept))
            rows.append(("control", function.name, 4, width, kept, error, error))
    return pd.DataFrame(rows, columns=list(render_sup_error.run.columns))


def system_table(runs: int = 3) -> pd.DataFrame:
    rows: list[tuple[object, ...]] = []
    for name, run in product(("oscillator", "henon"), range(runs)):
        for step in range(1, 41 if name == "oscillator" else 21):
            bits = 0.6 * step if name == "henon" else np.log2(step)
            rows.append(("growth", name, run, step, np.nan, np.nan, bits + 0.1 * run, bits))
        for step in (1, 2, 4, 8, 16):
            power = 2.0 if name == "henon" else 1.0
            rows.append(
                ("accurate", name, run, step, 1e3 * (1 + run) * step**power, 8, np.nan, np.nan)
            )
    return pd.DataFrame(rows, columns=list(render_physical_system.run.columns))


FIRST = {"first_step": 4}
FIGURES = [
    (render_real_functions, functions_table, {}),
    (render_sup_error, errors_table, {}),
    (render_physical_system, system_table, FIRST),
]


@pytest.mark.parametrize(("module", "table", "params"), FIGURES)
def test_type_is_apart(
    module: ModuleType, table: type, params: dict[str, int], tmp_path: Path
) -> None:
    require_legible(drawn(module.run, table(), tmp_path, params))


@pytest.mark.parametrize(("module", "table", "params"), FIGURES)
def test_unusable_tables_are_refused(
    module: ModuleType, table: type, params: dict[str, int], tmp_path: Path
) -> None:
    rows = table()
    for column in module.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(module.run, rows.drop(columns=column), tmp_path, params)


def test_exponents_stand_beside_degrees(tmp_path: Path) -> None:
    table = functions_table()
    figure = drawn(render_real_functions.run, table, tmp_path)
    for axes, column in zip(figure.axes, ("size", "depth"), strict=True):
        functions = table.groupby("function", sort=False)
        require_curves(axes, [(rows["total_places"], rows[column]) for _, rows in functions])
        assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    text = written(figure)
    assert "√x: 2.00 (2)" in text  # its depth
    assert "m = 2 to 24 output bits, fan-in at most 3" in text


def test_the_limit_and_the_shortened_codes_are_named(tmp_path: Path) -> None:
    figure = drawn(render_sup_error.run, errors_table(), tmp_path)
    assert "limit of Theorem 2" in written(figure)
    assert "codes cut short, m = 4" in written(figure)
    table = errors_table()
    theorem, control = (table[table["part"] == part] for part in ("theorem", "control"))
    limit = ([0, 1], [1, 1])
    checked = [rows for _, rows in theorem.groupby("function", sort=False)]
    curves = [(rows["places"], rows["error_below_one"]) for rows in checked]
    require_curves(figure.axes[0], [*curves, limit])
    short = [rows for _, rows in control.groupby("function", sort=False)]
    assert len(checked) == len(short) == len(FUNCTIONS)
    shown = [part for rows in short for part in (rows, rows.tail(1))]  # a line and its last point
    require_curves(figure.axes[1], [*((rows["kept"], rows["error"]) for rows in shown), limit])


def test_growth_is_shown_as_long_as_both_are_followed(tmp_path: Path) -> None:
    table = system_table()
    figure = drawn(render_physical_system.run, table, tmp_path, FIRST)
    growth = table[(table["part"] == "growth") & (table["steps"] <= 20)]
    accurate = table[table["part"] == "accurate"]
    above, below = figure.axes
    systems = [rows for _, rows in growth.groupby("system", sort=False)]
    henon = growth[growth["system"] == "henon"]
    predicted = henon.groupby("steps")["linear_bits"].mean()
    drawn_means = [mean_curve(rows, "steps", "mean_bits") for rows in systems]
    require_curves(above, [*drawn_means, (predicted.index, predicted)])
    systems = [rows for _, rows in accurate.groupby("system", sort=False)]
    require_curves(below, [mean_curve(rows, "steps", "size", geometric=True) for rows in systems])
    text = written(figure)
    assert "Hénon map\n0.600 bits per step" in text
    assert "Hénon map\nslope 2.00" in text
    assert "precise to 2⁻⁸" in text
    assert "3 seeds" in text
