"""Curves and points are those of the tables."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.studies.regime.optimizers import render_optimizer_influence, render_optimizers
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of
from tests.unit.studies.regime.methods.planted import pruned_table

RATES = (0.0001, 0.0005, 0.001, 0.005)
STEPS = np.array([10.0, 60.0, 400.0])


def curves() -> pd.DataFrame:
    rows = []
    for target, (place, optimizer), rate, run, step in product(
        ("face", "two_objects"), enumerate(("adam", "muon", "muon_20")), RATES, range(3), STEPS
    ):
        # seeds lie a factor of two around the middle one
        error = (place + 1) * rate**-0.2 / step * 2.0 ** (run - 1)
        rows.append((target, optimizer, rate, run, step, error))
    return pd.DataFrame(rows, columns=list(render_optimizers.run.columns))


def test_curves_are_the_geometric_means_at_each_rate(tmp_path: Path) -> None:
    figure = drawn(render_optimizers.run, curves(), tmp_path)
    require_legible(figure)
    assert len(figure.axes) == 8
    for axes, rate in zip(figure.axes, (*RATES[::-1], *RATES[::-1]), strict=True):
        for place in range(3):
            line_of(axes, STEPS, (place + 1) * rate**-0.2 / STEPS)
    for said in ("rate 0.005", "rate 0.0001", "Muon, 20 steps", "two objects", "from step 10"):
        assert said in written(figure)


def test_seeds_are_joined_over_optimizers(tmp_path: Path) -> None:
    kinds = {"connection_similarity": 0.6, "unit_merging": 0.7}
    table = pruned_table(kinds, ["adam", "muon", "muon_20"])
    table = table[table["level"] == "round_2"]
    figure = drawn(render_optimizer_influence.run, table, tmp_path)
    require_legible(figure)
    two_objects = figure.axes[1]
    for (place, alignment), run in product(enumerate(kinds.values()), range(3)):
        x = np.arange(3) + (place - 0.5) * 0.22
        line_of(two_objects, x, alignment + np.array([0.0, 0.1, 0.2]) + 0.01 * run)
        line_of(figure.axes[3], x, np.array([0.01, 0.02, 0.04]))
    for said in ("SP-C", "SP-merge", "Adam", "20 steps", "3 seeds"):
        assert said in written(figure)


def test_networks_without_excess_have_no_mean(tmp_path: Path) -> None:
    table = pruned_table({"unit_merging": 0.7}, ["adam", "muon"])
    table = table[table["level"] == "round_2"].assign(excess_alignment=float("nan"))
    figure = drawn(render_optimizer_influence.run, table, tmp_path)
    require_legible(figure)
    marks = [line for line in figure.axes[4].lines if line.get_marker() == "_"]
    assert marks == []
