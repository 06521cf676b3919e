"""Figures of the results on next tokens."""

from itertools import product
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.circuits.coupon_collector import expected_draws
from compsparse.studies.circuits.next_token import (
    render_composed_error,
    render_constituents,
    render_end_to_end,
    render_failure_probability,
    render_samples_to_learn,
)
from tests.unit.studies.circuits.plotted import plotted_lines, require_lines
from tests.unit.studies.drawing import drawn, require_legible, written

SIZES = {
    "parity": (14, 30, 62, 126),
    "addition": (8, 16, 32),
    "multiplication": (21, 40, 96),
    "machine_parity": (51, 73, 95),
    "machine_binary_increment": (40, 56, 72),
}


def learning_table(runs: int) -> pd.DataFrame:
    rows = [
        (task, gates, run, 1, 5 * gates * (1 + run) * (1 + index), int(gates > 20))
        for index, (task, sizes) in enumerate(SIZES.items())
        for gates, run in product(sizes, range(runs))
    ]
    return pd.DataFrame(rows, columns=list(render_samples_to_learn.run.columns))


def controls_table(runs: int) -> pd.DataFrame:
    tasks = [("parity", 32, (1, 16)), ("addition", 12, (1, 16, 64)), ("multiplication", 8, (1, 16))]
    rows = []
    for place, (task, bits, budgets) in enumerate(tasks):
        for run in range(runs):
            rows.append((task, bits, "tokens", 1, run, 1.0))
            for index, times in enumerate(budgets):
                share = 0.1 * (1 + place) + 0.2 * index + 0.01 * run
                rows.append((task, bits, "network", times, run, share))
                rows.append((task, bits, "linear", times, run, 0.01 * place))
    return pd.DataFrame(rows, columns=list(render_end_to_end.run.columns))


def failures_table(runs: int) -> pd.DataFrame:
    rows = [
        (task, 8, kind, samples, run, 2.0 ** (-samples / 16) * scale, 64 * runs)
        for task, (kind, scale), samples, run in product(
            ("addition", "parity"),
            (("failure", 1.0), ("error", 0.5)),
            (16, 32, 64, 128),
            range(runs),
        )
    ]
    return pd.DataFrame(rows, columns=list(render_failure_probability.run.columns))


def errors_table(runs: int) -> pd.DataFrame:
    rows = [
        (task, samples, run, 1000, 100 / samples**1.5, round(1000 * np.exp(-90 / samples**1.5)))
        for task, samples, run in product(SIZES, (16, 32, 64, 128, 256), range(runs))
    ]
    rows.append(("parity", 512, 0, 1000, 0.0, 1000))
    return pd.DataFrame(rows, columns=list(render_composed_error.run.columns))


def coverage_table(runs: int) -> pd.DataFrame:
    rows: list[tuple[str, int, int, int, float, float]] = []
    for run in range(runs):
        cells = [("constituent", k, n) for k, n in product(range(1, 7), (8, 16, 32, 64))]
        cells += [("table", n, n) for n in range(1, 13)]
        for kind, reads, bits in cells:
            expected = expected_draws(2**reads, 2**reads, 2**reads)
            rows.append((kind, reads, bits, run, expected * (0.9 + 0.1 * run), expected))
        rows += [("program", 2, n, run, 10 * n**0.2, 10 * n**0.2) for n in (8, 16, 32, 64)]
    return pd.DataFrame(rows, columns=list(render_constituents.run.columns))


FIGURES = [
    (render_samples_to_learn, learning_table, "3 seeds; line: geometric mean"),
    (render_end_to_end, controls_table, "3 seeds; line: mean"),
    (render_failure_probability, failures_table, "192 runs for each N"),
    (render_composed_error, errors_table, "76 predictors of 3 seeds, 1 of them without error"),
    (render_constituents, coverage_table, "means of 3 seeds"),
]


@pytest.mark.parametrize(("module", "table", "caption"), FIGURES)
def test_type_is_apart_and_the_caption_counts_runs(
    module: ModuleType, table: type, caption: str, tmp_path: Path
) -> None:
    figure = drawn(module.run, table(3), tmp_path)
    require_legible(figure)
    assert caption in written(figure)


@pytest.mark.parametrize(("module", "table", "caption"), FIGURES)
def test_unusable_tables_are_refused(
    module: ModuleType, table: type, caption: str, tmp_path: Path
) -> None:
    rows = table(2)
    for column in module.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            drawn(module.run, rows.drop(columns=column), tmp_path)


def test_slopes_and_names_stand_at_the_lines(tmp_path: Path) -> None:
    table = learning_table(2)
    table.loc[0, "learned"] = 0  # of parities, whose slope is not written any more
    text = written(drawn(render_samples_to_learn.run, table, tmp_path))
    assert "multiplication 1.00" in text
    assert "parity 1.00" not in text.split("\n")
    assert "machine: increment 1.00" in text
    assert f"1 of {len(table)} runs" in text


def test_examples_by_gates_and_two_slopes_to_compare_with(tmp_path: Path) -> None:
    table = learning_table(3)
    figure = drawn(render_samples_to_learn.run, table, tmp_path)
    expected = []
    for _, rows in table.groupby("task"):
        logs = np.log(rows["samples"]).groupby(rows["gates"]).mean()
        few = np.asarray(logs.index) <= 20  # gates, of tasks whose points are hollow
        points = [[logs.index[part], np.exp(logs[part])] for part in (~few, few)]
        expected += [[logs.index, np.exp(logs)], *points]
    ends, low = np.array([8, 126]), 0.6 * table["samples"].min()
    expected += [[ends, low * (ends / 8) ** exponent] for exponent in (1, 2)]
    require_lines(plotted_lines(figure.axes[0]), expected)


def test_controls_are_drawn_by_their_budgets(tmp_path: Path) -> None:
    table = controls_table(3)
    figure = drawn(render_end_to_end.run, table, tmp_path)
    expected = []
    for task in ("parity", "addition", "multiplication"):
        rows = table[table["task"] == task]
        expected.append([[1], [1.0]])
        for model in ("linear", "network"):
            means = rows[rows["model"] == model].groupby("times")["exact_match"].mean()
            expected.append([means.index, means])
    require_lines(plotted_lines(figure.axes[0]), expected)
    band = figure.axes[0].collections[3].get_paths()[0].vertices  # of the first task's network
    heights = [band[band[:, 0] == times, 1] for times in np.unique(band[:, 0])]
    ranges = [[height.min(), height.max()] for height in heights]
    np.testing.assert_allclose(ranges, [[0.1, 0.12], [0.3, 0.32]])


def test_failures_of_both_kinds_are_drawn_where_there_are_any(tmp_path: Path) -> None:
    table = failures_table(3)
    table["share"] *= 1 + 0.1 * table["run"]
    table.loc[(table["task"] == "parity") & (table["samples"] == 128), "share"] = 0.0
    figure = drawn(render_failure_probability.run, table, tmp_path)
    expected = []
    for task in ("addition", "parity"):
        curves = []
        for kind in ("error", "failure"):
            rows = table[(table["task"] == task) & (table["kind"] == kind) & (table["share"] > 0)]
            shares = rows.groupby("samples")["share"].mean()
            curves.append(np.array([shares.index, shares]))
        # all points of a task, none of them hollow
        expected += [*curves, np.concatenate(curves, axis=1), np.zeros((2, 0))]
    require_lines(plotted_lines(figure.axes[0]), expected)
    solid, dashed, *_ = figure.axes[0].lines
    assert (solid.get_linestyle(), dashed.get_linestyle()) == ("-", "--")


def test_no_point_is_above_the_union_bound(tmp_path: Path) -> None:
    table = errors_table(2)
    *dots, bound = plotted_lines(drawn(render_composed_error.run, table, tmp_path).axes[0])
    points = [line for line in dots if line.size]  # no point is hollow
    for x, y in points:
        assert (y <= np.interp(x, *bound)).all()
    wrong = table.assign(chain=1 - table["chain_right"] / table["held_out"])
    shown = wrong[(wrong["chain"] > 0) & (wrong["gate_errors"] > 0)].groupby("task")
    require_lines(points, [rows[["gate_errors", "chain"]].to_numpy().T for _, rows in shown])
    assert bound[:, 1].tolist() == [1, 1] and bound[0, 0] == bound[1, 0]


def test_coverage_is_points_on_its_expectation(tmp_path: Path) -> None:
    table = coverage_table(3)
    table.loc[table["kind"] == "program", "samples"] *= 1.5
    figure = drawn(render_constituents.run, table, tmp_path)
    expected = []
    # three of the six functions of few bits: the smallest, one between, the largest
    for kind, reads in (("table", 0), *(("constituent", k) for k in (1, 3, 6)), ("program", 2)):
        rows = table[(table["kind"] == kind) & ((table["reads"] == reads) | (kind == "table"))]
        by_bits = rows.groupby("bits")[["expected", "samples"]].mean()
        expected += [[by_bits.index, by_bits[column]] for column in ("expected", "samples")]
    require_lines(plotted_lines(figure.axes[0]), expected)
