"""Figures on students and matrices: what each says, and that nothing in it overlaps."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.tickets.law import (
    render_kept_weights,
    render_kinds_of_constituents,
    render_rows_and_units,
)
from compsparse.studies.tickets.matrices import render_tree_matrix
from compsparse.studies.tickets.nulls import render_nulls
from compsparse.studies.tickets.one_shot import render_one_shot
from compsparse.studies.tickets.pruning.scores import METHODS
from compsparse.studies.tickets.winning_tickets import render_winning_tickets
from compsparse.studies.tickets.winning_tickets.train_controls import NETWORKS
from tests.unit.studies.drawing import drawn, require_legible, written

TEACHERS = ((1, 8), (2, 8), (4, 8), (8, 8), (32, 8), (2, 16), (16, 2))


def law() -> pd.DataFrame:
    rows = [
        {
            "name": f"{arity}-{number}",
            "kind": "relu",
            "arity": arity,
            "constituents": number,
            "edges": arity * number,
            "run": run,
            "kept": arity * number * (1 + 0.1 * run),
            "prunable": not (arity == 32 and run == 2),
            "units": number + run,
            "per_unit": arity,
        }
        for (arity, number), run in product(TEACHERS, range(3))
    ]
    teacher = {**rows[0], "name": "mine", "kind": "own", "arity": 2.5, "edges": 5, "kept": 6.0}
    return pd.DataFrame([*rows, teacher])


def kinds() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"kind": kind, "run": run, "kept": 32 * (place + 1 + run / 9), "edges": 32}
            | {"prunable": run != 2}
            for (place, kind), run in product(enumerate(("relu", "absolute", "sine")), range(3))
        ]
    )


def controls() -> pd.DataFrame:
    teachers = {"arity 2": "sparse", "arity 4": "sparse", "arity 32": "dense", "mine": "own"}
    rows = product(teachers.items(), range(3), ("dense", *NETWORKS))
    return pd.DataFrame(
        [
            {"teacher": teacher, "kind": kind, "run": run, "network": network}
            | {"density": 0.02, "score": 1 - 10.0 ** (-3 + run / 5 + len(network) / 10)}
            for (teacher, kind), run, network in rows
        ]
    )


def at_once() -> pd.DataFrame:
    rows = product((("equal", 2), ("equal", 8), ("unequal", 4)), METHODS, range(3))
    return pd.DataFrame(
        [
            {"inputs": inputs, "arity": arity, "constituents": 8, "method": method, "run": run}
            | {"share": 0.02 * len(method) * (1 + run / 9), "prunable": run != 1}
            for (inputs, arity), method, run in rows
        ]
    )


def nulls() -> pd.DataFrame:
    students = {
        "usual": (64, 32),
        "width_32": (32, 33),
        "width_128": (128, 35),
        "another_penalty": (64, 40),
        "shuffled_labels": (64, 1400),
    }
    return pd.DataFrame(
        [
            {"student": name, "width": width, "run": run, "kept": kept + run, "prunable": run != 1}
            for (name, (width, kept)), run in product(students.items(), range(3))
        ]
    )


def matrix() -> pd.DataFrame:
    edges = {("A", "B"): 5.0, ("A", "C"): 12.0, ("B", "D"): 3.0}
    return pd.DataFrame(
        [
            {"start": start, "end": end, "weight": edges.get((start, end), 0.0)}
            for start, end in product("ABCD", "ABCD")
        ]
    )


CASES: dict[str, tuple[Any, pd.DataFrame, dict[str, Any], str]] = {
    "kept_weights": (render_kept_weights, law(), {"edges": 32, "loss": 0.02}, "Grey: teachers"),
    "rows_and_units": (
        render_rows_and_units,
        law().query("kind == 'relu'"),
        {},
        "weights of each",
    ),
    "kinds": (
        render_kinds_of_constituents,
        kinds(),
        {"arity": 4, "constituents": 8},
        "8 constituents of 4 inputs",
    ),
    "winning_tickets": (
        render_winning_tickets,
        controls(),
        {"draws": 4},
        "of controls means of 4 draws",
    ),
    "one_shot": (render_one_shot, at_once(), {"spread": 10.0}, "scales 1 to 10, k = 4"),
    "nulls": (render_nulls, nulls(), {"edges": 32, "penalty": 0.0}, "labels shuffled"),
    "tree_matrix": (render_tree_matrix, matrix(), {"nodes": list("ABCD")}, "3 of 16 entries"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_figure_says_its_point_and_is_legible(name: str, tmp_path: Path) -> None:
    module, table, params, words = CASES[name]
    figure = drawn(module.run, table, tmp_path, params)
    assert words in written(figure)
    require_legible(figure)


def test_every_run_is_drawn_where_the_table_has_it(tmp_path: Path) -> None:
    table = law()
    figure = drawn(render_kept_weights.run, table, tmp_path, {"edges": 32, "loss": 0.02})
    left = figure.axes[0]
    points = np.concatenate(
        [line.get_xydata() for line in left.lines if line.get_linestyle() == "None"]
    )
    wanted = table[["edges", "kept"]].to_numpy(dtype=float)
    assert sorted(map(tuple, points.tolist())) == sorted(map(tuple, wanted.tolist()))
    hollow = [
        line
        for line in left.lines
        if line.get_linestyle() == "None" and line.get_markerfacecolor() == "white"
    ]
    assert sum(len(np.atleast_1d(line.get_xdata())) for line in hollow) == 1


def test_series_of_equal_edges_stands_on_the_right(tmp_path: Path) -> None:
    figure = drawn(render_kept_weights.run, law(), tmp_path, {"edges": 32, "loss": 0.02})
    places = {
        float(x)
        for line in figure.axes[1].lines
        if line.get_linestyle() == "None"
        for x in np.atleast_1d(line.get_xdata())
    }
    assert places == {2.0, 4.0, 16.0}
