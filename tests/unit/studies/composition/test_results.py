"""Evaluations and figures of the study, on trainings and on planted answers."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.construction import (
    evaluate_construction,
    generate_outputs,
    render_construction,
)
from compsparse.studies.composition.depth import evaluate_depth, render_depth
from compsparse.studies.composition.easy_to_hard import (
    evaluate_attention_maps,
    evaluate_data_alone,
    render_attention_maps,
    render_data_alone,
)
from compsparse.studies.composition.hardness import (
    evaluate_query_correlation,
    generate_correlations,
    render_query_correlation,
)
from compsparse.studies.composition.task.history import History
from tests.unit.studies.composition.conftest import SEEDS, written
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode

KINDS = ("mixture", "curriculum", "strict", "hard_only")


def history(accuracy: list[list[list[float]]]) -> History:
    values = np.array([accuracy])
    return History(np.arange(values.shape[2]), np.array([0.1]), values, values)


def test_hops_are_in_order_only_if_all_are_learned_one_after_the_other() -> None:
    staircase = [[0.2, 0.2], [1.0, 0.2], [1.0, 1.0]]
    together = [[0.2, 0.2], [1.0, 1.0], [1.0, 1.0]]
    reverse = [[0.2, 0.2], [0.2, 1.0], [1.0, 1.0]]
    never = [[0.2, 0.2], [1.0, 0.2], [1.0, 0.2]]
    found = history([staircase, together, reverse, never]).in_order(0.95)
    np.testing.assert_array_equal(found, [1.0, 0.0, 0.0, 0.0])


def data_alone(trained: dict[str, Path]) -> dict[str, object]:
    params = {"root_seed": 0, "data": list(KINDS), "learned": 0.95}
    return evaluate_data_alone.run({"trained": [trained[kind] for kind in KINDS]}, **params)


def test_the_data_decide(trained: dict[str, Path]) -> None:
    made = data_alone(trained)
    metrics = made["metrics"]
    assert isinstance(metrics, dict)
    measured = metrics["composition_data_alone"]
    table = made["table"]
    assert isinstance(table, pd.DataFrame)
    for kind in KINDS:
        final = read_history(trained[kind]).curves[:, -1, -1]
        if kind in ("mixture", "curriculum"):
            assert measured[f"{kind}_accuracy"]["value"] == pytest.approx(final.mean())
        rows = table[(table["data"] == kind) & (table["hops"] == 4) & (table["step"] == 120)]
        np.testing.assert_allclose(rows.sort_values("run")["accuracy"], final)
    assert measured["mixture_accuracy"]["value"] > 0.95
    assert read_history(trained["hard_only"]).curves[:, -1, -1].mean() < 0.6
    assert measured["even_gradient"]["value"] < 1e-5


def test_the_figure_of_data_draws_each_hop(trained: dict[str, Path], tmp_path: Path) -> None:
    table = data_alone(trained)["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_data_alone.run, table, tmp_path)
    require_legible(figure)
    for axes, kind in zip(
        figure.axes, ("mixture", "hard_only", "curriculum", "strict"), strict=True
    ):
        rows = table[(table["data"] == kind) & (table["hops"] == 4) & (table["step"] > 0)]
        means = rows.groupby("step")["accuracy"].mean()
        assert any(
            np.size(line.get_ydata()) == len(means) and np.allclose(line.get_ydata(), means)
            for line in axes.lines
        )


def test_the_mass_is_that_on_the_hidden_permutations(
    trained: dict[str, Path], tmp_path: Path
) -> None:
    made = evaluate_attention_maps.run({"mixture": trained["mixture"]}, root_seed=0)
    metrics, table = made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    found = read_history(trained["mixture"])
    wanted = [
        found.first_layer[found.best, run, 3 * i + j, 3 * i + found.hidden[run, i, j]]
        for run, i, j in np.ndindex(3, 4, 3)
    ]
    mass = metrics["composition_attention_maps"]["mixture_mass"]["value"]
    assert mass == pytest.approx(np.mean(wanted))
    assert mass > 0.9
    figure = drawn(render_attention_maps.run, table, tmp_path)
    require_legible(figure)
    shades = [np.asarray(axes.collections[0].get_array()).reshape(12, 12) for axes in figure.axes]
    np.testing.assert_allclose(shades[1], found.first_layer[found.best, 0].T, atol=1e-6)
    np.testing.assert_array_equal(shades[0].sum(axis=0), 1)
    assert (shades[0] * shades[1]).sum() > 0.9 * 12


@pytest.fixture(scope="module")
def depths(tmp_path_factory: pytest.TempPathFactory, hidden: Path) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("depths")
    paths = [
        written(folder / f"{layers}.npz", hidden, data="mixture", layers=layers, rates=[0.1])
        for layers in (1, 2, 3)
    ]
    return evaluate_depth.run({"trained": paths}, root_seed=0, layers=[1, 2, 3])


def test_layers_reach_their_hops_and_no_longer_ones(depths: dict[str, object]) -> None:
    metrics = depths["metrics"]
    assert isinstance(metrics, dict)
    measured = metrics["composition_depth"]
    assert measured["reached"]["value"] > 0.95
    assert abs(measured["excess_beyond"]["value"]) < 0.1


def test_the_figure_of_depth_draws_the_means(depths: dict[str, object], tmp_path: Path) -> None:
    table = depths["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_depth.run, table, tmp_path)
    require_legible(figure)
    for hops in (1, 2, 4):
        means = table[table["hops"] == hops].groupby("layers")["accuracy"].mean()
        assert any(
            np.array_equal(line.get_xdata(), means.index) and np.allclose(line.get_ydata(), means)
            for line in figure.axes[0].lines
        )


def test_correlations_fall_with_the_power_of_the_formula(tmp_path: Path) -> None:
    params = {
        "folds": [1, 2],
        "symbols": [3, 5, 8],
        "pairs": 20000,
        "groups": 3,
        "sequences": 4000,
        **SEEDS,
    }
    path = tmp_path / "data.npz"
    path.write_bytes(encode(path, generate_correlations.run({}, **params)["data"]))
    made = evaluate_query_correlation.run({"correlations": path}, root_seed=0)
    metrics, table = made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    measured = metrics["composition_query_correlation"]
    assert measured["exponent_folds_1"]["value"] == pytest.approx(-2, abs=0.1)
    assert measured["exponent_folds_2"]["value"] == pytest.approx(-4, abs=0.3)
    assert measured["agreement_error"]["value"] < 0.03
    figure = drawn(render_query_correlation.run, table, tmp_path)
    require_legible(figure)
    means = table[table["folds"] == 2].groupby("symbols")["mean_square"].mean()
    assert any(
        np.size(line.get_ydata()) == 3 and np.allclose(line.get_ydata(), means)
        for line in figure.axes[0].lines
    )


def test_the_construction_is_drawn_by_its_layers(tmp_path: Path) -> None:
    params = {
        "folds": [1, 2],
        "symbols": [2, 3],
        "sharpness": [5.0, 25.0],
        "layout": "wide",
        "inputs": 2,
        **SEEDS,
    }
    path = tmp_path / "data.npz"
    path.write_bytes(encode(path, generate_outputs.run({}, **params)["data"]))
    made = evaluate_construction.run({"outputs": path}, root_seed=0)
    metrics, table = made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    measured = metrics["composition_construction"]
    assert measured["right"]["value"] == 1.0
    assert measured["layers_beyond_log"]["value"] == 1.0
    assert measured["width_over_pairs_and_logarithm"]["value"] == 1.0
    figure = drawn(render_construction.run, table, tmp_path)
    require_legible(figure)
    lines = [list(line.get_ydata()) for line in figure.axes[0].lines]
    assert [1, 2] in lines  # log2(k) + 1 layers of k = 1 and 2
