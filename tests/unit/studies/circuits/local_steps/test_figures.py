"""Figures of the results on single steps."""

from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.circuits.local_steps import (
    render_automata_trees,
    render_global_transitions,
    render_local_transitions,
    render_story_trees,
)
from tests.unit.studies.circuits.plotted import plotted_lines, require_lines
from tests.unit.studies.drawing import drawn, require_legible, written

SITES = (64, 256, 1024, 4096)
RULES, WAYS = ("billiard", "annihilating"), ("forward", "backward")


def local_table(runs: int) -> pd.DataFrame:
    rows = [
        (RULES[rule], WAYS[way], run, sites, 0.6 + 0.08 * place + less, 0.2 * place + less, 0.9375)
        for rule, way, run in product(range(2), range(2), range(runs))
        for less in [0.01 * run - 0.03 * rule - 0.05 * way]
        for place, sites in enumerate(SITES)
    ]
    return pd.DataFrame(rows, columns=list(render_local_transitions.run.columns))


def global_table(runs: int) -> pd.DataFrame:
    rows = [
        ("whole", cells, run, 2**cells + run, 2.0**cells)
        for cells, run in product((4, 8, 12), range(runs))
    ] + [
        ("block", cells, run, 200 // cells + run, 200.0 / cells)
        for cells, run in product((4, 8, 12, 36, 64), range(runs))
    ]
    return pd.DataFrame(rows, columns=list(render_global_transitions.run.columns))


def trees_table(runs: int) -> pd.DataFrame:
    rows = [
        (kind, states, 4, run, strings, min(1.0, strings / states) - less, 1 / states + less)
        for (kind, offset), states, run, strings in product(
            (("maps", 0.1), ("permutations", 0.0)), (2, 5, 16, 32), range(runs), (1, 8, 64)
        )
        for less in [offset + 0.01 * run]
    ]
    return pd.DataFrame(rows, columns=list(render_automata_trees.run.columns))


def stories_table(runs: int) -> pd.DataFrame:
    rows = [
        (model, run, size, 1.0 - 0.1 * place + more, 0.3 * place + more, 0.3)
        for (model, offset), run in product((("tree", 0.1), ("bigram", 0.0)), range(runs))
        for place, size in enumerate((16, 256, 1024))
        for more in [offset + 0.01 * run]
    ]
    return pd.DataFrame(rows, columns=list(render_story_trees.run.columns))


FIGURES: list[tuple[ModuleType, Any, dict[str, Any]]] = [
    (
        render_local_transitions,
        local_table,
        {"shown": "billiard", "control": "annihilating", "steps": 16},
    ),
    (render_global_transitions, global_table, {"share": 0.99}),
    (render_automata_trees, trees_table, {"training_length": 20, "test_length": 200}),
    (render_story_trees, stories_table, {"window": 16}),
]


def means(rows: pd.DataFrame, point: str, value: str) -> Any:
    """Return what a band's line shows, as rows x and y."""
    curve = rows.groupby(point)[value].mean()
    return np.array([curve.index, curve])


@pytest.mark.parametrize(("module", "table", "params"), FIGURES)
def test_type_is_apart_and_the_caption_says_seeds(
    module: ModuleType, table: Any, params: dict[str, Any], tmp_path: Path
) -> None:
    figure = drawn(module.run, table(4), tmp_path, params)
    require_legible(figure)
    assert "4 seeds" in written(figure)


@pytest.mark.parametrize(("module", "table", "params"), FIGURES)
def test_unusable_tables_are_refused(
    module: ModuleType, table: Any, params: dict[str, Any], tmp_path: Path
) -> None:
    rows = table(2)
    for column in module.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(module.run, rows.drop(columns=column), tmp_path, params)


def test_the_limit_and_both_directions_are_named(tmp_path: Path) -> None:
    figure = drawn(render_local_transitions.run, local_table(3), tmp_path, FIGURES[0][2])
    text = written(figure)
    for words in ("forward", "back", "annihilate", "0.9375", "16 steps"):
        assert words in text
    limit = plotted_lines(figure.axes[0])[-1]
    assert limit[1].tolist() == [0.9375, 0.9375]


def test_cells_and_states_are_drawn_of_both_ways_and_of_the_control(tmp_path: Path) -> None:
    table = local_table(3)
    figure = drawn(render_local_transitions.run, table, tmp_path, FIGURES[0][2])
    shown = [("billiard", "forward"), ("billiard", "backward"), ("annihilating", "backward")]
    for axes, value in zip(figure.axes, ("cells", "states"), strict=True):
        rows = [table[(table["rule"] == r) & (table["direction"] == d)] for r, d in shown]
        require_lines(plotted_lines(axes)[:3], [means(curve, "sites", value) for curve in rows])


def test_a_rule_that_is_not_in_the_table_is_said(tmp_path: Path) -> None:
    params = {**FIGURES[0][2], "shown": "gas"}
    with pytest.raises(ValueError, match="no rows of the rule 'gas' forward"):
        drawn(render_local_transitions.run, local_table(3), tmp_path, params)


def test_calculated_means_are_dots_beside_the_lines(tmp_path: Path) -> None:
    table = global_table(3)
    figure = drawn(render_global_transitions.run, table, tmp_path, {"share": 0.99})
    logs = table.assign(states=np.log(table["states"]))
    expected = [table[["cells", "expected"]].to_numpy().T, np.zeros((2, 0))]
    for learner in ("whole", "block"):
        cells, states = means(logs[logs["learner"] == learner], "cells", "states")
        expected.append(np.array([cells, np.exp(states)]))
    require_lines(plotted_lines(figure.axes[0]), expected)
    assert "99%" in written(figure)


def test_both_trees_of_every_size_are_drawn(tmp_path: Path) -> None:
    table = trees_table(3)
    figure = drawn(render_automata_trees.run, table, tmp_path, FIGURES[2][2])
    for axes, kind in zip(figure.axes, ("permutations", "maps"), strict=True):
        by_size = [rows for _, rows in table[table["kind"] == kind].groupby("states")]
        both = product(by_size, ("accuracy", "end_accuracy"))
        require_lines(plotted_lines(axes), [means(rows, "strings", value) for rows, value in both])
        assert [line.get_linestyle() for line in axes.lines] == ["--"] * 4 + ["-"] * 4
    assert all(f"{states} states" in written(figure) for states in (2, 5, 16, 32))


def test_both_models_and_the_entropy_are_lines(tmp_path: Path) -> None:
    table = stories_table(3)
    figure = drawn(render_story_trees.run, table, tmp_path, {"window": 16})
    for axes, value in zip(figure.axes, ("consistent", "cross_entropy"), strict=True):
        rows = [table[table["model"] == model] for model in ("tree", "bigram")]
        require_lines(plotted_lines(axes)[:2], [means(curve, "stories", value) for curve in rows])
    assert plotted_lines(figure.axes[1])[2][1].tolist() == [0.3, 0.3]
    assert "last 16 words" in written(figure)
