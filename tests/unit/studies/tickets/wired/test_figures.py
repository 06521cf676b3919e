"""Figures of both themes: what each says, that nothing overlaps, and that tables are drawn."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.tickets.bounds import render_bounds, render_layer_inequalities
from compsparse.studies.tickets.generalization import (
    render_complexity_measures,
    render_generalization,
)
from compsparse.studies.tickets.wired.shape import WIRINGS
from tests.unit.studies.drawing import drawn, require_legible, written


def crossed(**rows: list[Any]) -> pd.DataFrame:
    """Return a row for every combination and three runs."""
    names = {**rows, "run": [0, 1, 2]}
    return pd.DataFrame(list(product(*names.values())), columns=list(names))


def layers() -> pd.DataFrame:
    table = crossed(nonzeros=[1, 2, 4])
    share = table["nonzeros"] / 16
    return table.assign(
        root=share**0.5,
        row_over_dense=0.9 * share**0.5,
        layer_over_dense=1.5 * share**0.5,
        sum_over_printed=1.0,
        actual_over_printed=1 / table["nonzeros"],
    )


def bounds() -> pd.DataFrame:
    table = crossed(wiring=list(WIRINGS))
    values = np.geomspace(1, 2, len(table))
    names = ("supremum_of_nodes", "degree", "supremum", "theorem_5")
    gap = 0.1 * values
    gap[0] = -0.01  # a gap by chance
    return table.assign(
        gap=gap, **{name: 10**power * values for power, name in enumerate(names, 1)}
    )


def gaps() -> pd.DataFrame:
    table = crossed(wiring=list(WIRINGS), labels=["true", "random"], examples=[128, 512])
    values = np.linspace(0.1, 0.6, len(table))
    return table.assign(gap=values, fitted=1 - values, test_ramp=values + 0.1)


USUAL = {"examples": 512, "channels": 6, "decay": 0.03, "noise": 0.0}


def population() -> pd.DataFrame:
    changes = {"examples": 128, "channels": 3, "decay": 0.3, "noise": 0.2}
    networks = [{**USUAL, "wiring": wiring} for wiring in WIRINGS]
    networks += [
        {**USUAL, "wiring": wiring, factor: value}
        for factor, value in changes.items()
        for wiring in ("dense", "right")
    ]
    table = pd.DataFrame([{**network, "run": run} for network in networks for run in range(3)])
    gap = np.linspace(0.1, 0.5, len(table))
    return table.assign(gap=gap, norm=10 * gap, stable_rank=5 * gap, nonzeros=gap)


CASES: dict[str, tuple[Any, pd.DataFrame, dict[str, Any], str]] = {
    "layer_inequalities": (
        render_layer_inequalities,
        layers(),
        {"inputs": 16, "examples": 512},
        "printed, √(k/n)",
    ),
    "bounds": (render_bounds, bounds(), {"examples": 512}, "Theorem 5"),
    "generalization": (
        render_generalization,
        gaps(),
        {},
        "wrong wiring",
    ),
    "complexity_measures": (render_complexity_measures, population(), {"usual": USUAL}, "decay"),
}


@pytest.mark.parametrize("name", CASES)
def test_figures_say_what_they_show(name: str, tmp_path: Path) -> None:
    module, table, params, said = CASES[name]
    figure = drawn(module.run, table, tmp_path, params)
    assert said in written(figure)
    require_legible(figure)


def lines(name: str, tmp_path: Path, panel: int) -> list[tuple[list[float], list[float]]]:
    module, table, params, _ = CASES[name]
    figure = drawn(module.run, table, tmp_path, params)
    return [
        (np.asarray(line.get_xdata(), float).tolist(), np.asarray(line.get_ydata(), float).tolist())
        for line in figure.axes[panel].lines
    ]


def test_the_gap_is_drawn_against_the_examples(tmp_path: Path) -> None:
    table = gaps()
    means = table[table["labels"] == "true"].groupby(["wiring", "examples"])["gap"].mean()
    seen = lines("generalization", tmp_path, 0)
    for wiring in WIRINGS:
        wanted = means[wiring].tolist()
        assert any(y == pytest.approx(wanted) for x, y in seen if x == [128, 512]), wiring
    random = table[table["labels"] == "random"].groupby(["wiring", "examples"])["fitted"].mean()
    seen = lines("generalization", tmp_path, 2)
    assert any(y == pytest.approx(random["right"].tolist()) for x, y in seen if len(x) == 2)


def test_every_row_has_all_runs_over_the_dense_network(tmp_path: Path) -> None:
    table, seen = bounds().set_index(["wiring", "run"]), lines("bounds", tmp_path, 0)
    for name in ("degree", "theorem_5", "supremum"):
        for wiring in ("right", "wrong", "convolution"):
            for value in table.loc[wiring][name] / table.loc["dense"][name]:
                assert any(np.isclose(x, value).any() for x, _ in seen), name


def test_networks_that_differ_in_one_factor_are_joined(tmp_path: Path) -> None:
    table = population()
    seen = lines("complexity_measures", tmp_path, 0)
    assert len(seen) == 8
    for factor in ("examples", "noise"):
        others = [column for column in USUAL if column != factor]
        alike = table[(table[others] == pd.Series(USUAL)[others]).all(axis=1)]
        rows = alike[alike["wiring"] == "right"].groupby(factor)[["norm", "gap"]].mean()
        wanted = rows["norm"].tolist(), rows["gap"].tolist()
        assert any(x == pytest.approx(wanted[0]) and y == pytest.approx(wanted[1]) for x, y in seen)


def test_a_layer_is_drawn_against_what_is_printed(tmp_path: Path) -> None:
    seen = lines("layer_inequalities", tmp_path, 0)
    guide = (np.array([1, 2, 4]) / 16) ** 0.5
    for times in (1.0, 0.9, 1.5):
        assert any(y == pytest.approx(times * guide) for x, y in seen if x == [1, 2, 4]), times
