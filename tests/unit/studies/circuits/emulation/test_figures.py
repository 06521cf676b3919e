"""Figures of the results on networks that emulate gates."""

from itertools import product
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.circuits.emulation import evaluate_gate_emulators as evaluate_gates
from compsparse.studies.circuits.emulation import (
    render_error_propagation,
    render_gate_emulators,
    render_noise_at_every_gate,
)
from tests.unit.studies.circuits.plotted import mean_curve, require_curves
from tests.unit.studies.drawing import drawn, require_legible, written


def networks_table(runs: int) -> pd.DataFrame:
    heights = {"plain": 0.02, "saturating": 0.0, "sigmoid": 3e-4}
    rows = [
        (circuit, depth, form, 0.05, run, min(1.0, height * depth**0.5) * (1 - run / 100), 9e-4)
        for (circuit, depths), (form, height), run in product(
            {
                "parity_chain": (3, 15, 63, 255),
                "ripple_adder": (4, 16, 64, 256),
                "palindrome": (30, 60, 120, 270),
            }.items(),
            heights.items(),
            range(runs),
        )
        for depth in depths
    ]
    return pd.DataFrame(rows, columns=list(render_error_propagation.run.columns))


def gates_table() -> pd.DataFrame:
    made = evaluate_gates.run(
        {},
        root_seed=0,
        deviations=[0.02 * step for step in range(1, 9)],
        beta=30.0,
        fitted_deviations=[0.0, 0.05, 0.1],
        decimals=[2, 5, 8, 11],
    )["table"]
    assert isinstance(made, pd.DataFrame)
    return made


@pytest.mark.parametrize("module", [render_error_propagation, render_noise_at_every_gate])
@pytest.mark.parametrize("runs", [2, 10])
def test_networks_are_drawn_legibly(module: ModuleType, runs: int, tmp_path: Path) -> None:
    figure = drawn(module.run, networks_table(runs), tmp_path)
    require_legible(figure)
    assert f"{runs} seeds" in written(figure)


def means_by_depth(table: pd.DataFrame) -> list[tuple[object, object]]:
    groups = table.groupby(["circuit", "form"], sort=False)
    return [mean_curve(rows, "depth", "largest") for _, rows in groups]


def test_every_circuit_and_form_is_a_curve_of_the_shown_deviation(tmp_path: Path) -> None:
    table = networks_table(3)
    others = pd.concat([table.assign(deviation=0.1, largest=0.9), table])
    curves = means_by_depth(table)
    assert len(curves) == 9
    figure = drawn(render_error_propagation.run, others, tmp_path)
    lost = [0, 1], [0.5, 0.5]
    require_curves(figure.axes[0], [*curves, ((4, 16, 64, 256), [9e-4] * 4), lost])
    styles = [line.get_linestyle() for line in figure.axes[0].lines]
    assert sorted(styles) == sorted(["-"] * 4 + ["--"] * 3 + ["None"] * 3 + [":"])
    figure = drawn(render_noise_at_every_gate.run, others, tmp_path)
    require_curves(figure.axes[0], [*curves, ([0, 1], [0.05, 0.05])])


def test_gates_are_drawn_legibly(tmp_path: Path) -> None:
    figure = drawn(render_gate_emulators.run, gates_table(), tmp_path)
    require_legible(figure)
    assert "1/12" in written(figure)
    above, below = figure.axes
    table = gates_table()
    errors = table[(table["quantity"] == "error") & (table["fan_in"] == 3)]
    worst = [rows.groupby("deviation")["value"].max() for _, rows in errors.groupby("form")]
    require_curves(above, [*((curve.index, curve) for curve in worst), ([1 / 12] * 2, [0, 1])])
    needed = table[(table["quantity"] == "needed_beta") & (table["gate"] == "AND 3")]
    slopes = [rows for _, rows in needed.groupby("deviation")]
    assert len(slopes) == 3
    require_curves(below, [(rows["accuracy"], rows["value"]) for rows in slopes])


def test_a_table_without_the_shown_deviation_is_refused(tmp_path: Path) -> None:
    table = networks_table(2).assign(deviation=0.04)
    with pytest.raises(ValueError, match=r"no errors at the deviation 0\.05"):
        drawn(render_error_propagation.run, table, tmp_path)
    lost = networks_table(2).assign(largest=np.nan)
    with pytest.raises(ValueError, match="no errors at the deviation"):
        drawn(render_noise_at_every_gate.run, lost, tmp_path)
