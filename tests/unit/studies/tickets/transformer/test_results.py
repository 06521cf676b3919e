"""Kept shares by hand; evaluations by planted accuracies; figures by what they draw."""

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from compsparse.figures import api as fig
from compsparse.studies.tickets.pruning.kept import FLOOR, NOT_PRUNABLE, PRUNED, fall
from compsparse.studies.tickets.transformer import (
    evaluate_transformer,
    evaluate_transformer_one_shot,
    render_transformer,
    render_transformer_one_shot,
)
from compsparse.studies.tickets.transformer.rows import fraction_below
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.tickets.transformer.planted import (
    DENSITIES,
    RATES,
    accuracies,
    ran,
    rounds_file,
    scores_file,
    stored,
)

# accuracies of ``planted`` cross the tolerance in the middle, in the logarithm
SHARE = {place: float(np.sqrt(DENSITIES[place] * DENSITIES[place + 1])) for place in (1, 2)}
GROUPS = [
    {"outputs": 2, "tasks": [{"kind": "random", "arity": 3}]},
    {
        "outputs": 4,
        "tasks": [
            {"kind": "random", "arity": 2},
            {"kind": "random", "arity": 3},
            {"kind": "majority", "arity": 5},
        ],
    },
]
PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "groups": GROUPS,
    "rates": RATES,
    "tolerance": 0.01,
    "at_arity": 3,
    "at_outputs": 4,
}


@pytest.mark.parametrize(("last", "share"), SHARE.items())
def test_kept_fractions_are_interpolated_in_the_logarithm(last: int, share: float) -> None:
    kept = fall(DENSITIES, np.array(accuracies(last)), 0.01)
    assert kept.size == pytest.approx(share)
    assert (kept.status, kept.last_good) == (PRUNED, last)


def test_the_dense_accuracy_is_the_measure_not_one() -> None:
    kept = fall(DENSITIES, np.array(accuracies(1, dense=0.8)), 0.01)
    assert kept.size == pytest.approx(SHARE[1])


def test_the_first_fall_counts_even_where_a_later_density_is_as_good() -> None:
    kept = fall(DENSITIES, np.array([1.0, 1.0, 0.97, 1.0]), 0.01)
    assert kept.last_good == 1
    assert kept.size == pytest.approx(0.5 * 0.5 ** (1 / 3))


def test_what_is_never_reached_has_no_share_and_the_last_density_is_a_bound() -> None:
    short = fall(DENSITIES, np.array([1.0, 0.98, np.nan, np.nan]), 0.01)
    assert np.isnan(short.size)
    assert (short.status, short.last_good) == (NOT_PRUNABLE, 0)
    ends = fall(DENSITIES, np.ones(4), 0.01)
    assert (ends.size, ends.status, ends.last_good) == (0.125, FLOOR, 3)


@pytest.mark.parametrize(
    ("densities", "values", "message"),
    [
        ([1.0, 1.0], [1.0, 1.0], "must decrease and stay above 0"),
        ([1.0, 0.0], [1.0, 1.0], "must decrease and stay above 0"),
        ([1.0, 0.5], [np.nan, 1.0], "dense network has no score"),
    ],
)
def test_accuracies_that_are_refused(
    densities: list[float], values: list[float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        fall(np.array(densities), np.array(values), 0.01)


def inputs(
    folder: Path, last: list[list[list[int]]], without: list[list[list[float]]]
) -> dict[str, Any]:
    """Write files of both groups; all dense networks have an accuracy of 1."""
    found: dict[str, list[Path]] = {"dense": [], "without": [], "rounds": []}
    for group, (of_rounds, less) in enumerate(zip(last, without, strict=True)):
        ones = np.ones_like(np.array(less)).tolist()
        found["dense"].append(scores_file(folder / f"dense_{group}.npz", ones))
        found["without"].append(scores_file(folder / f"without_{group}.npz", less))
        found["rounds"].append(rounds_file(folder / f"rounds_{group}.npz", of_rounds))
    return found


def evaluated(
    module: ModuleType, given: dict[str, Any]
) -> tuple[pd.DataFrame, dict[str, list[float]]]:
    made = ran(module, given, PARAMS)
    (metrics,) = made["metrics"].values()
    return made["table"], {
        name: metric.get("samples", [metric["value"]]) for name, metric in metrics.items()
    }


# kept places, run by run: (3, 2) | (2, 4), (3, 4), majority
LAST = [[[2], [2], [1]], [[2, 1, 3], [2, 2, 3], [2, 0, 3]]]
WITHOUT = [[[0.8], [0.8], [0.8]], [[0.7, 0.9, 1.0], [0.7, 0.95, 1.0], [0.7, 0.9, 0.995]]]


def test_powers_orders_and_needs(tmp_path: Path) -> None:
    table, found = evaluated(evaluate_transformer, inputs(tmp_path, LAST, WITHOUT))
    assert len(table) == 12
    doubled = np.log(SHARE[1] / SHARE[2])
    # the third run has no share of (3, 4): it has no power, but an order
    assert found["slope_arity"] == pytest.approx([doubled / np.log(1.5), 0.0])
    assert found["slope_outputs"] == pytest.approx([1.0, 0.0])
    assert found["order_arity"] == [1.0, 0.5, 1.0]
    edges = np.log([6.0, 8.0, 12.0])
    wanted = np.polyfit(edges, np.log([SHARE[2], SHARE[2], SHARE[1]]), 1)[0]
    assert found["slope_edges"] == pytest.approx([wanted, 0.0])
    assert found["not_prunable"] == [1.0]
    assert found["at_floor"] == [0.0]
    # three tables of the first run; its majority needs no MLP
    assert found["without_at_outermost_rate"] == [3.0]
    assert found["prunable"] == pytest.approx([1.0, 1.0, 2 / 3])
    assert found["least_need_of_tables"] == pytest.approx([0.1, 0.05, 0.1])
    assert found["tables_in_need"] == [1.0, 1.0, 1.0]
    assert found["need_of_majority"] == pytest.approx([0.0, 0.0, 0.005])
    assert found["least_dense_accuracy"] == [1.0, 1.0, 1.0]
    # test accuracies fall by 0.1 with every density
    assert found["lost_test"] == pytest.approx([0.5 / 3, 0.2, 0.1])
    missing = table[table["status"] == NOT_PRUNABLE]
    assert missing[["arity", "outputs", "run"]].to_numpy().tolist() == [[3, 4, 2]]
    assert missing["kept"].isna().all()
    apart = table[~table["needs_mlp"]]
    assert set(apart["kind"]) == {"majority"}
    assert (apart["status"] == FLOOR).all()


def test_tables_that_need_no_mlp_carry_no_claim(tmp_path: Path) -> None:
    # of (2, 4) two of three networks need none, of (3, 2) one
    without = [[[0.8], [1.0], [0.8]], [[0.995, 0.9, 1.0], [1.0, 0.95, 1.0], [0.7, 0.9, 0.995]]]
    _, found = evaluated(evaluate_transformer, inputs(tmp_path, LAST, without))
    assert not {"slope_arity", "slope_edges", "order_arity"} & set(found)
    assert found["slope_outputs"] == pytest.approx([1.0, 0.0])
    assert found["not_prunable"] == [1.0]
    assert found["least_need_of_tables"] == pytest.approx([0.005, 0.0, 0.1])
    assert found["tables_in_need"] == pytest.approx([2 / 3, 1 / 3, 1.0])
    given = one_shot_inputs(tmp_path, without)
    _, at_once = evaluated(evaluate_transformer_one_shot, given)
    assert set(at_once) == {"magnitude_below_random", "rounds_below_magnitude"}


def test_where_nothing_is_prunable_there_are_no_powers(tmp_path: Path) -> None:
    last = [[[0], [0], [0]], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]]
    _, found = evaluated(evaluate_transformer, inputs(tmp_path, last, WITHOUT))
    assert not any(name.startswith("slope") for name in found)
    assert found["order_arity"] == [0.5, 0.5, 0.5]
    assert found["prunable"] == [0.0, 0.0, 0.0]
    assert found["not_prunable"] == [9.0]


def one_shot_inputs(folder: Path, without: list[list[list[float]]] = WITHOUT) -> dict[str, Any]:
    found = inputs(folder, LAST, without)
    magnitude = [[[1], [1], [1]], [[1, 1, 3], [1, 1, 3], [2, 1, 3]]]
    random = [[[0], [0], [1]], [[1, 0, 3], [0, 0, 3], [0, 0, 3]]]
    paths = []
    for group, by_method in enumerate(zip(magnitude, random, strict=True)):
        content: dict[str, np.ndarray] = {"density": DENSITIES}
        for method, last in zip(("magnitude", "random"), by_method, strict=True):
            rounds = np.load(rounds_file(folder / "one.npz", last))
            content |= {f"{method}_{on}": rounds[on] for on in ("validation", "test")}
        paths.append(stored(folder / f"one_shot_{group}.npz", content))
    return {**found, "one_shot": paths}


def test_methods_are_compared_where_one_is_not_prunable(tmp_path: Path) -> None:
    table, found = evaluated(evaluate_transformer_one_shot, one_shot_inputs(tmp_path))
    assert found["magnitude_order_arity"] == [0.5, 0.5, 1.0]
    assert found["random_order_arity"] == [1.0, 0.5, 0.5]
    # tables alone: (3, 2), (2, 4), (3, 4); of equal ones a half
    assert found["magnitude_below_random"] == pytest.approx([2.5 / 3, 1.0, 2.5 / 3])
    assert found["rounds_below_magnitude"] == pytest.approx([2.5 / 3, 1.0, 1 / 3])
    assert set(table["random_status"]) == {PRUNED, FLOOR, NOT_PRUNABLE}


def test_shares_that_are_missing_are_above_all() -> None:
    rows = pd.DataFrame(
        {"run": [0, 0, 0, 1], "a": [0.1, np.nan, np.nan, 0.2], "b": [np.nan, 0.1, np.nan, 0.1]}
    )
    assert fraction_below(rows, "a", "b") == pytest.approx([0.5, 0.0])


def table_of(folder: Path) -> pd.DataFrame:
    return evaluated(evaluate_transformer, inputs(folder, LAST, WITHOUT))[0]


def marks(figure: Figure, panel: int, marker: str) -> list[float]:
    """Return the heights of all marks of a kind."""
    lines = [line for line in figure.axes[panel].lines if line.get_marker() == marker]
    return sorted(float(value) for line in lines for value in np.asarray(line.get_ydata()))


def test_the_figure_draws_each_run_and_sets_apart_who_needs_nothing(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    params = {"at_arity": 3, "at_outputs": 4}
    figure = drawn(render_transformer.run, table, tmp_path, params)
    random = table[table["kind"] == "random"]
    parts = (
        random[random["outputs"] == 4],
        random[random["arity"] == 3],
        table[table["kind"] == "majority"],
    )
    for panel, rows in enumerate(parts):
        dots = rows[rows["status"] == PRUNED]["kept"]
        assert marks(figure, panel, "o") == pytest.approx(sorted(dots))
        assert len(marks(figure, panel, "v")) == (rows["status"] == FLOOR).sum()
        assert len(marks(figure, panel, "x")) == (rows["status"] == NOT_PRUNABLE).sum()
        for line in figure.axes[panel].lines:
            if line.get_marker() in ("o", "v") and len(np.asarray(line.get_xdata())):
                assert line.get_color() == (fig.GREY if panel == 2 else fig.CATEGORIES[0])
    text = written(figure)
    assert "needs no MLP" in text
    assert "Crosses: not prunable" in text
    assert "3 runs" in text
    require_legible(figure)


def test_a_majority_in_need_is_not_set_apart(tmp_path: Path) -> None:
    table = table_of(tmp_path).assign(needs_mlp=True)
    params = {"at_arity": 3, "at_outputs": 4}
    assert "needs no MLP" not in written(drawn(render_transformer.run, table, tmp_path, params))


def test_tables_without_need_are_named(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    params = {"at_arity": 3, "at_outputs": 4}
    assert "Grey tables" not in written(drawn(render_transformer.run, table, tmp_path, params))
    few = (table["outputs"] == 2) & (table["run"] > 0)
    marked = table.assign(needs_mlp=table["needs_mlp"] & ~few)
    figure = drawn(render_transformer.run, marked, tmp_path, params)
    assert "Grey tables: most networks need no MLP." in written(figure)
    require_legible(figure)


def test_the_figure_of_methods(tmp_path: Path) -> None:
    table, _ = evaluated(evaluate_transformer_one_shot, one_shot_inputs(tmp_path))
    figure = drawn(render_transformer_one_shot.run, table, tmp_path, {"at_outputs": 4})
    rows = table[(table["kind"] == "random") & (table["outputs"] == 4)]
    kept = pd.concat(
        [rows[f"{method}_kept"] for method in ("random", "magnitude", "rounds")]
    ).dropna()
    assert marks(figure, 0, "o") == pytest.approx(sorted(kept))
    assert "at random, one shot" in written(figure)
    require_legible(figure)
