"""Figures: what each says, and that nothing in it overlaps or leaves it."""

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.experts.composition import (
    render_composition,
    render_held_out,
    render_independent,
    render_paths,
)
from compsparse.studies.experts.language_model import render_language_model
from compsparse.studies.experts.languages import render_languages
from compsparse.studies.experts.layer import render_balance, render_fine_grained
from compsparse.studies.experts.layer.render_fine_grained import _WORDS as LAYERS
from compsparse.studies.experts.layer.target import KINDS
from compsparse.studies.experts.learning.methods import METHODS
from compsparse.studies.experts.more_tasks import render_more_tasks
from compsparse.studies.experts.parameters import evaluate_parameters, render_parameters
from compsparse.studies.experts.pieces import render_pieces
from tests.house_plan import configuration
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.step_files import ran


def crossed(rows: Mapping[str, list[Any]]) -> pd.DataFrame:
    """Return a row for every combination and three runs, with errors that fall from row to row."""
    rows = {**rows, "run": [0, 1, 2]}
    table = pd.DataFrame(list(product(*rows.values())), columns=list(rows))
    errors = np.geomspace(1.0, 0.01, len(table))
    return table.assign(seen=errors / 2, held_out=errors, error=errors, at_edge=False)


def sized(table: pd.DataFrame) -> pd.DataFrame:
    codes, layers = (table["size"].str[place].astype(int) for place in (0, 2))
    pieces = codes**layers
    return table.assign(codes=codes, layers=layers, paths=pieces, solved=pieces - 1)


SIZES = sized(crossed({"size": ["3x2", "3x3", "4x3"], "method": list(METHODS)}))
COUNTS = pd.DataFrame(
    [
        {"experts": e, "layers": depth, "deep": e**depth, "flat": e * depth, "run": 0}
        for e in (2, 6)
        for depth in range(1, 7)
    ]
)
ERRORS = pd.DataFrame(
    [
        {"experts": 3, "layers": depth, "run": run, "constants": 0.01 / depth, "maps": 0.5}
        for depth in (2, 3)
        for run in range(3)
    ]
)
LAYER = crossed({"kind": list(KINDS), "arm": [*LAYERS, "fine_balanced"]}).assign(load=2.5, unused=0)

PRODUCTS = {"multiplications": dict.fromkeys(LAYERS, 1280)}


def models() -> pd.DataFrame:
    given = configuration().settings["experts"].parameters.evaluate.model_dump()
    made: Any = ran(evaluate_parameters, {}, {"root_seed": 0, **given})
    return pd.DataFrame(made["table"])


CASES: dict[str, tuple[Any, pd.DataFrame, dict[str, Any], str]] = {
    "pieces": (render_pieces, pd.concat([COUNTS, ERRORS]), {}, "3 draws of maps"),
    "composition": (render_composition, SIZES, {}, "E = 4, L = 3"),
    "paths": (
        render_paths,
        SIZES[SIZES["method"].isin(["own", "free"])],
        {},
        "Combinations solved",
    ),
    "independent": (
        render_independent,
        SIZES[SIZES["size"] == "3x3"],
        {"combinations": 27},
        "each of 27 pieces",
    ),
    "held_out": (
        render_held_out,
        crossed({"number": [2, 9, 18], "method": ["own", "free", "dense_own"]}),
        {"combinations": 27},
        "combinations held out, of 27",
    ),
    "languages": (
        render_languages,
        crossed({"method": ["own", "dense_own", "free"], "combination": list(range(9))}),
        {"languages": ["English", "French", "German"], "subjects": ["a", "b", "calculus"]},
        "calculus",
    ),
    "fine_grained": (
        render_fine_grained,
        LAYER,
        {"multiplications": dict.fromkeys(LAYERS, 1280)},
        "dense, equal active weights (1,280 ×)",
    ),
    "balance": (render_balance, LAYER, {}, "input, on average: 0."),
    "parameters": (render_parameters, models(), {}, "671 billion, all"),
    "more_tasks": (
        render_more_tasks,
        crossed({"kind": ["deep", "rotated"], "method": list(METHODS)}),
        {"deep": "E = 2, L = 5", "rotated": "E = 3, L = 3, mixed codes"},
        "mixed codes",
    ),
    "language_model": (
        render_language_model,
        crossed({"arm": ["dense_active", "experts", "dense_total"]}),
        {},
        "nats above those of the rules",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_figure_is_legible_and_says_what_it_is_of(name: str, tmp_path: Path) -> None:
    module, table, params, words = CASES[name]
    figure = drawn(module.run, table, tmp_path, params)
    require_legible(figure)
    assert words in written(figure)


def test_dots_are_the_numbers_of_the_table(tmp_path: Path) -> None:
    figure = drawn(render_composition.run, SIZES, tmp_path)
    shown = np.concatenate(
        [line.get_xdata() for line in figure.axes[0].lines if line.get_marker() == "o"]
    )
    rows = SIZES[SIZES["size"] == "3x2"]
    np.testing.assert_allclose(np.sort(shown), np.sort([*rows["seen"], *rows["held_out"]]))


def test_rates_at_an_edge_are_told(tmp_path: Path) -> None:
    table = SIZES.assign(at_edge=SIZES["method"] == "own")
    text = written(drawn(render_composition.run, table, tmp_path))
    assert "Rates at the edge of their grid: own code, experts 9 of 9." in text
