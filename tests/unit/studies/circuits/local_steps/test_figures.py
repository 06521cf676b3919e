"""Figures of the results on single steps."""

from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import pytest

from compsparse.studies.circuits.local_steps import (
    render_automata_trees,
    render_global_transitions,
    render_local_transitions,
    render_story_trees,
)
from tests.unit.studies.drawing import drawn, require_legible, written

SITES = (64, 256, 1024, 4096)


def local_table(runs: int) -> pd.DataFrame:
    rows = [
        (rule, direction, run, sites, 0.6 + 0.08 * place + 0.01 * run, 0.2 * place, 0.9375)
        for rule, direction, run in product(
            ("billiard", "annihilating"), ("forward", "backward"), range(runs)
        )
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
        (kind, states, 4, run, strings, min(1.0, strings / states), 1 / states)
        for kind, states, run, strings in product(
            ("maps", "permutations"), (2, 5, 16, 32), range(runs), (1, 8, 64)
        )
    ]
    return pd.DataFrame(rows, columns=list(render_automata_trees.run.columns))


def stories_table(runs: int) -> pd.DataFrame:
    rows = [
        (model, run, size, 1.0 - 0.1 * place + 0.01 * run, 0.3 * place, 0.3)
        for model, run in product(("tree", "bigram"), range(runs))
        for place, size in enumerate((16, 256, 1024))
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
    assert any(line.get_ydata()[0] == 0.9375 for line in figure.axes[0].lines)


def test_a_rule_that_is_not_in_the_table_is_said(tmp_path: Path) -> None:
    params = {**FIGURES[0][2], "shown": "gas"}
    with pytest.raises(ValueError, match="no rows of the rule 'gas' forward"):
        drawn(render_local_transitions.run, local_table(3), tmp_path, params)


def test_calculated_means_are_dots_beside_the_lines(tmp_path: Path) -> None:
    figure = drawn(render_global_transitions.run, global_table(3), tmp_path, {"share": 0.99})
    dots = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert [list(line.get_ydata()) for line in dots] == [
        [16.0, 256.0, 4096.0],
        [50.0, 25.0, 200 / 12, 200 / 36, 200 / 64],
    ]
    assert "99%" in written(figure)


def test_both_trees_of_every_size_are_drawn(tmp_path: Path) -> None:
    figure = drawn(render_automata_trees.run, trees_table(3), tmp_path, FIGURES[2][2])
    assert [len(axes.lines) for axes in figure.axes] == [8, 8]
    assert all(f"{states} states" in written(figure) for states in (2, 5, 16, 32))


def test_the_entropy_is_a_line(tmp_path: Path) -> None:
    figure = drawn(render_story_trees.run, stories_table(3), tmp_path, {"window": 16})
    assert any(line.get_ydata()[0] == 0.3 for line in figure.axes[1].lines)
    assert "last 16 words" in written(figure)
