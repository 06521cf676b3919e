"""Figures: what each says, and that nothing in it overlaps or leaves it."""

from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.approximation.depth import render_depth
from compsparse.studies.approximation.locality import render_locality
from compsparse.studies.approximation.methods import METHODS
from compsparse.studies.approximation.samples import render_learning_curves, render_matching
from compsparse.studies.approximation.tables import (
    render_image_arithmetic,
    render_rates,
    render_relu_network,
    render_sizes,
)
from compsparse.studies.approximation.transfer import render_levels_copied, render_transfer
from compsparse.studies.approximation.wiring import render_channels, render_splits
from tests.unit.studies.drawing import drawn, require_legible, written

Rows = Mapping[str, list[Any]]


def crossed(rows: Rows, **values: Callable[[pd.DataFrame], Any]) -> pd.DataFrame:
    """Return a row for every combination and three runs, with values that follow from them."""
    rows = {**rows, "run": [0, 1, 2]}
    table = pd.DataFrame(list(product(*rows.values())), columns=list(rows))
    for name, function in values.items():
        table[name] = function(table)
    return table


def learned(rows: Rows) -> pd.DataFrame:
    """Return errors that fall from cell to cell."""

    def error(table: pd.DataFrame) -> np.ndarray:
        return np.geomspace(1.0, 0.01, len(table))

    return crossed(rows, error=error, parameters=lambda table: 4097)


METHOD_ROWS: Rows = {
    "method": list(METHODS),
    "target": ["tree", "generic"],
    "examples": [256, 1024],
}
TABLES: Rows = {
    "kind": ["tree of tables"],
    "order": [1, 2],
    "arity": [2, 3],
    "variables": [9, 81],
}
ALL: Rows = {
    "kind": ["one table, target a tree", "one table, generic target"],
    "order": [1, 2],
    "arity": [0],
    "variables": [2, 16],
}


def tables(**values: Callable[[pd.DataFrame], Any]) -> pd.DataFrame:
    return pd.concat([crossed(rows, **values) for rows in (TABLES, ALL)], ignore_index=True)


def theory(table: pd.DataFrame) -> pd.Series:
    axes = table["arity"].where(table["arity"] > 0, table["variables"])
    return -axes / table["order"]


CASES: dict[str, tuple[Any, pd.DataFrame, dict[str, Any], str]] = {
    "rates": (render_rates, tables(exponent=theory, theory=theory), {}, "tree of arity 3"),
    "sizes": (
        render_sizes,
        tables(
            log10_numbers=lambda table: np.log10(table["variables"]) - 4 * theory(table),
            beyond=lambda table: table["variables"] == 16,
        ),
        {"error": 0.01, "order": 2},
        "entries for an error of 0.01",
    ),
    "relu_network": (
        render_relu_network,
        crossed(
            {"numbers": [175, 567, 2023]},
            grid=lambda table: 5,
            table_error=lambda table: 30 / table["numbers"],
            network_error=lambda table: 30 / table["numbers"],
        ),
        {"variables": 8},
        "ReLU networks",
    ),
    "image_arithmetic": (
        render_image_arithmetic,
        pd.DataFrame(
            {
                "variables": [1000, 3072],
                "order": [1, 1],
                "log10_numbers": [1000.0, 3072.0],
                "log10_numbers_of_a_constituent": [2.0, 2.0],
            }
        ),
        {"digits": 1},
        "d = 3,072, m = 1",
    ),
    "channels": (
        render_channels,
        crossed(
            {
                "target": ["tree", "generic"],
                "wiring": ["right", "wrong"],
                "variables": [4, 8, 16],
                "error": [0.1, 0.01],
            },
            channels=lambda table: np.where(table["wiring"] == "right", 2, table["variables"]),
            capped=lambda table: False,
        ),
        {"error": 0.01},
        "wrong wiring",
    ),
    "splits": (
        render_splits,
        crossed(
            {
                "target": ["tree", "generic"],
                "split": ["0 1", "0 2", "0 3"],
                "error": [0.1, 0.01],
            },
            right=lambda table: table["split"] == "0 1",
            pairs=lambda table: 2 * (table["split"] == "0 1"),
            channels=lambda table: (
                np.where(table["split"] == "0 1", 2, 9) + 3 * (table["target"] == "generic")
            ),
        ),
        {"error": 0.01},
        "the tree's half",
    ),
    "learning_curves": (render_learning_curves, learned(METHOD_ROWS), {"variables": 16}, "d = 16"),
    "matching": (
        render_matching,
        learned({**METHOD_ROWS, "examples": [1024]}),
        {"variables": 16, "examples": 1024},
        "of 4,097 to 4,097 weights",
    ),
    "depth": (
        render_depth,
        learned(
            {
                "network": ["dense_1", "dense_3", "tree"],
                "data": ["examples", "fresh"],
                "size": [700, 9000],
            }
        ),
        {"variables": 16},
        "1 hidden layer",
    ),
    "locality": (
        render_locality,
        learned(
            {
                "order": ["random", "own"],
                "target": ["tree", "different"],
                "network": ["dense", "local", "convolution"],
            }
        ),
        {"variables": 16, "examples": 2048},
        "permuted",
    ),
    "transfer": (
        render_transfer,
        learned(
            {
                "arm": [
                    "frozen_other",
                    "frozen_random",
                    "scratch",
                    "fine_tuned",
                    "fine_tuned_other",
                    "frozen",
                ],
                "examples": [128, 1024],
            }
        ),
        {"levels": 2},
        "related source",
    ),
    "levels_copied": (
        render_levels_copied,
        learned({"levels": [0, 1, 2, 3]}),
        {"shared": 2, "examples": 1024},
        "shared levels",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_figures_say_what_they_show(name: str, tmp_path: Path) -> None:
    module, table, params, said = CASES[name]
    figure = drawn(module.run, table, tmp_path, params)
    assert said in written(figure)
    require_legible(figure)
