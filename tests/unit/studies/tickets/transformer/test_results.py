"""Kept shares by hand; evaluations by planted accuracies; figures by what they draw."""

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

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
        ],
    },
    {"outputs": 4, "tasks": [{"kind": "majority", "arity": 5}]},
]
PARAMS: dict[str, Any] = {
    "root_seed": 0,
    "groups": GROUPS,
    "tolerance": 0.01,
    "at_outputs": 4,
}
WIDE = [{**group, "tasks": [{"kind": "random", "arity": 3}]} for group in GROUPS[:2]]
MORE: dict[str, Any] = {"rates": RATES, "wide": WIDE, "wider": 2, "at_arity": 3}


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


def inputs(folder: Path) -> dict[str, Any]:
    """Write files of all groups; all dense networks have an accuracy of 1.

    Rounds of networks of twice the width are those of the usual ones of three bits.
    """
    found: dict[str, list[Path]] = {"dense": [], "without": [], "rounds": []}
    for group, less in enumerate(WITHOUT):
        ones = np.ones_like(np.array(less)).tolist()
        found["dense"].append(scores_file(folder / f"dense_{group}.npz", ones))
        found["without"].append(scores_file(folder / f"without_{group}.npz", less))
    for group, last in enumerate(LAST):
        found["rounds"].append(rounds_file(folder / f"rounds_{group}.npz", last))
    found["wider"], found["wider_rounds"] = [found["dense"][0]] * 2, []
    for group, last in enumerate(LAST):
        wide = [by_run[-1:] for by_run in last]
        found["wider_rounds"].append(rounds_file(folder / f"wider_{group}.npz", wide))
    return found


def evaluated(
    module: ModuleType, given: dict[str, Any], **more: Any
) -> tuple[pd.DataFrame, dict[str, list[float]]]:
    made = ran(module, given, {**PARAMS, **more})
    (metrics,) = made["metrics"].values()
    return made["table"], {
        name: metric.get("samples", [metric["value"]]) for name, metric in metrics.items()
    }


# kept places, run by run: (3, 2) | (2, 4), (3, 4)
LAST = [[[2], [2], [1]], [[2, 1], [2, 2], [2, 0]]]
WITHOUT = [
    [[0.8], [0.8], [0.8]],
    [[0.7, 0.995], [0.7, 0.95], [0.7, 0.9]],
    [[1.0], [1.0], [0.995]],
]


def test_powers_orders_and_needs(tmp_path: Path) -> None:
    table, found = evaluated(evaluate_transformer, inputs(tmp_path), **MORE)
    assert len(table) == 18
    # the third run cannot prune (3, 4), which counts with the first density below 1
    third = np.log(DENSITIES[1] / SHARE[2])
    doubled = np.log(SHARE[1] / SHARE[2])
    assert found["slope_arity"] == pytest.approx(np.array([doubled, 0.0, third]) / np.log(1.5))
    kept = np.log([[SHARE[2], SHARE[1]], [SHARE[2]] * 2, [SHARE[1], DENSITIES[1]]])
    assert found["slope_outputs"] == pytest.approx(np.diff(kept)[:, 0] / np.log(2))
    assert found["order_arity"] == [1.0, 0.5, 1.0]
    edges = np.log([6.0, 8.0, 12.0])
    wanted = np.polyfit(edges, np.log([SHARE[2], SHARE[2], SHARE[1]]), 1)[0]
    assert found["slope_edges"][:2] == pytest.approx([wanted, 0.0])
    assert found["slope_outputs_wider_less_usual"] == [0.0, 0.0, 0.0]
    assert found["not_prunable"] == [1.0]
    assert found["at_floor"] == [0.0]
    # two tables of the first run; the third needs no MLP
    assert found["without_at_outermost_rate"] == [2.0]
    assert found["prunable"] == pytest.approx([1.0, 1.0, 2 / 3])
    assert found["tables_in_need"] == pytest.approx([2 / 3, 1.0, 1.0])
    assert found["need_of_majority"] == pytest.approx([0.0, 0.0, 0.005])
    assert found["learned"] == [1.0, 1.0, 1.0]
    # test accuracies fall by 0.1 with every density
    assert found["lost_test"] == pytest.approx([0.5 / 3, 0.2, 0.1])
    missing = table[(table["status"] == NOT_PRUNABLE) & (table["width"] == 1)]
    assert missing[["arity", "outputs", "run"]].to_numpy().tolist() == [[3, 4, 2]]
    assert (missing["kept"] == DENSITIES[1]).all()
    assert table[table["kind"] == "majority"]["kept"].isna().all()


def one_shot_inputs(folder: Path) -> dict[str, Any]:
    found = {name: inputs(folder)[name] for name in ("dense", "without", "rounds")}
    magnitude = [[[1], [1], [1]], [[1, 1], [1, 1], [2, 1]]]
    random = [[[0], [0], [1]], [[1, 0], [0, 0], [0, 0]]]
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
    assert set(table["random_status"]) == {PRUNED, NOT_PRUNABLE}


def test_equal_shares_count_one_half() -> None:
    rows = pd.DataFrame({"run": [0, 0, 1], "a": [0.1, 0.2, 0.2], "b": [0.3, 0.2, 0.1]})
    assert fraction_below(rows, "a", "b") == pytest.approx([0.75, 0.0])


def table_of(folder: Path) -> pd.DataFrame:
    return evaluated(evaluate_transformer, inputs(folder), **MORE)[0]


def marks(figure: Figure, panel: int, marker: str) -> list[float]:
    """Return the heights of all marks of a kind."""
    lines = [line for line in figure.axes[panel].lines if line.get_marker() == marker]
    return sorted(float(value) for line in lines for value in np.asarray(line.get_ydata()))


def test_the_figure_draws_each_run_of_the_tables(tmp_path: Path) -> None:
    table = table_of(tmp_path)
    params = {"at_arity": 3, "at_outputs": 4}
    figure = drawn(render_transformer.run, table, tmp_path, params)
    usual, wide = (table[table["kind"] == "random"].query(f"width == {width}") for width in (1, 2))
    for panel, rows in enumerate((usual[usual["outputs"] == 4], usual[usual["arity"] == 3], wide)):
        dots = rows[rows["status"] == PRUNED]["kept"]
        assert marks(figure, panel, "o") == pytest.approx(sorted(dots))
        assert len(marks(figure, panel, "x")) == (rows["status"] == NOT_PRUNABLE).sum()
    text = written(figure)
    assert "2x units" in text
    assert "Crosses: not prunable" in text
    assert "3 runs" in text
    require_legible(figure)


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
        [
            rows[rows[f"{method}_status"] == PRUNED][f"{method}_kept"]
            for method in ("random", "magnitude", "rounds")
        ]
    )
    assert marks(figure, 0, "o") == pytest.approx(sorted(kept))
    assert "at random, one shot" in written(figure)
    require_legible(figure)
