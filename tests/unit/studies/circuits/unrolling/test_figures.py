"""Figures of the results on machines."""

from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.circuits.machine_circuits.pipeline import STAGES
from compsparse.studies.circuits.unrolling import (
    render_broken_pipeline,
    render_growth,
    render_pipeline,
)
from compsparse.studies.circuits.unrolling.heat_map import MACHINES
from tests.unit.studies.drawing import drawn, require_legible, written

BROKEN = (
    "intact",
    "one_step_less",
    "one_cell_less",
    "no_self_loops",
    "old_symbols_stay",
    "printed_not",
    "and_reached_early",
    "comparator_reversed",
    "or_for_xor",
)


def pipeline_table(wrong: int = 0) -> pd.DataFrame:
    stages = ("direct", *STAGES, "gate_by_gate")
    rows = [
        (machine, n, stage, 2**n, 2**n - wrong * (stage == "folded"))
        for machine, n, stage in product(MACHINES, (2, 4, 6, 8, 10), stages)
    ]
    return pd.DataFrame(rows, columns=list(render_pipeline.run.columns))


def broken_table() -> pd.DataFrame:
    rows = [
        (name, machine, n, 2**n, 0 if name == "intact" else 2**n - 1)
        for name, machine, n in product(BROKEN, MACHINES, (2, 4, 6))
    ]
    return pd.DataFrame(rows, columns=list(render_broken_pipeline.run.columns))


def growth_table() -> pd.DataFrame:
    rows = [
        (machine, stage, steps, steps, (10 + place) * steps**2, (3 + place) * steps)
        for place, machine in enumerate(MACHINES)
        for stage, steps in product(STAGES, (17, 33, 65))
    ]
    return pd.DataFrame(rows, columns=list(render_growth.run.columns))


@pytest.mark.parametrize(
    ("module", "table", "says"),
    [
        (render_pipeline, pipeline_table(), "Every stage computes what the machine does"),
        (render_pipeline, pipeline_table(), "all 1,364 inputs of 2, 4, 6, 8, 10 bits"),
        (render_pipeline, pipeline_table(wrong=1), "A stage goes wrong"),
        (render_broken_pipeline, broken_table(), "all inputs of 6 bits"),
        (render_broken_pipeline, broken_table(), "98"),
        (render_growth, growth_table(), "at most 15 gates per cell and step"),
        (render_growth, growth_table(), "palindrome"),
    ],
)
def test_figures_say_what_they_show(
    module: ModuleType, table: pd.DataFrame, says: str, tmp_path: Path
) -> None:
    figure = drawn(module.run, table, tmp_path)
    assert says in written(figure)
    require_legible(figure)


@pytest.mark.parametrize(
    ("module", "table"),
    [
        (render_pipeline, pipeline_table()),
        (render_broken_pipeline, broken_table()),
        (render_growth, growth_table()),
    ],
)
def test_a_missing_column_is_told(module: ModuleType, table: pd.DataFrame, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=module.run.columns[0]):
        drawn(module.run, table.drop(columns=module.run.columns[0]), tmp_path)


def test_a_share_that_is_not_all_is_not_written_as_all(tmp_path: Path) -> None:
    table = pipeline_table(wrong=1)  # 5 of 1,364
    words = written(drawn(render_pipeline.run, table, tmp_path)).split("\n")
    assert words.count(">99") == len(MACHINES)
    assert words.count("100") == 4 * len(MACHINES)


def shaded(figure: Any) -> tuple[Any, list[str], list[str]]:
    """Return the shares of a heat map, and the names of its rows and columns."""
    axes = figure.axes[0]
    names = [
        [label.get_text() for label in axis.get_ticklabels()] for axis in (axes.yaxis, axes.xaxis)
    ]
    return axes.collections[0].get_array(), names[0], names[1]


def test_stages_are_shaded_by_what_they_answer_right(tmp_path: Path) -> None:
    table = pipeline_table()
    stages, machines = ("direct", *STAGES), list(MACHINES)
    wrong = table["stage"].map([*stages, "gate_by_gate"].index) * table["machine"].map(
        machines.index
    )
    table["agreeing"] -= wrong.where(table["length"] == 10, 0)
    shares, rows, columns = shaded(drawn(render_pipeline.run, table, tmp_path))
    tried = sum(2**n for n in (2, 4, 6, 8, 10))
    np.testing.assert_allclose(shares, 1 - np.outer(range(6), range(5)) / tried)
    assert rows == list(MACHINES.values())
    assert columns == ["machine\nitself", "unrolled", "folded", "threshold\ngates", "fan-in\n≤ 3"]


def test_breaks_are_shaded_by_what_goes_wrong_at_the_longest_inputs(tmp_path: Path) -> None:
    table = broken_table()
    machines = list(MACHINES)
    table["wrong"] = 3 * table["broken"].map(BROKEN.index) + table["machine"].map(machines.index)
    # in another order than the figure's
    shares, rows, _ = shaded(drawn(render_broken_pipeline.run, table[::-1], tmp_path))
    np.testing.assert_allclose(shares, np.add.outer(3 * np.arange(9), np.arange(6)[::-1]) / 64)
    assert rows[:2] == ["nothing", "T(n) − 1 steps"] and rows[-1] == "adder: OR for XOR"


def test_every_machine_has_its_first_and_last_stage_drawn(tmp_path: Path) -> None:
    table = growth_table().astype({"size": float, "depth": float})
    factor = table["stage"].map([*STAGES].index) + 1
    table["size"] *= factor
    table["depth"] *= factor
    figure = drawn(render_growth.run, table, tmp_path)
    table["size"] /= table["steps"] * table["cells"]
    table["depth"] /= table["steps"]
    for axes, quantity in zip(figure.axes, ("size", "depth"), strict=True):
        shown = [(m, s) for s, m in product(("unrolled", "bounded"), MACHINES)]
        for line, (machine, stage) in zip(axes.lines, shown, strict=True):
            rows = table[(table["machine"] == machine) & (table["stage"] == stage)]
            np.testing.assert_allclose(line.get_xydata(), rows[["steps", quantity]].to_numpy())
            assert line.get_linestyle() == ("--" if stage == "unrolled" else "-")
