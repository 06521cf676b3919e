"""Maps of attention: those of the written down layers, and of trainings."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.special import softmax

from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.attention_maps import (
    evaluate_attention_maps,
    generate_theory_attention,
    render_attention_maps,
)
from compsparse.studies.composition.task.hops import permutations
from compsparse.studies.composition.written_down import layers
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode
from workflow_engine.seeds import generator

PARAMS = {"folds": 4, "symbols": 3, "sharpness": 15.0, **SEEDS}


def theory() -> dict[str, np.ndarray]:
    made = generate_theory_attention.run({}, **PARAMS)["data"]
    assert isinstance(made, dict)
    return made


def test_attention_is_that_of_the_layers_that_are_written_down() -> None:
    random = generator(SEEDS["root_seed"], *SEEDS["seed_names"])
    hidden, read = permutations(random, 2, 4, symbols=3)
    tokens = layers.embed(read)
    for layer, given in zip(
        layers.composing_layers(hidden, 15.0), theory()["attention"], strict=True
    ):
        scores = tokens.T @ layer.keys_and_queries @ tokens
        np.testing.assert_allclose(given.T, softmax(scores, axis=0), atol=1e-4)
        tokens = layer(tokens)


def test_later_layers_look_twice_as_far_ahead() -> None:
    found = theory()["attention"].argmax(axis=-1) // 3
    index = np.arange(12) // 3
    for layer, ahead in enumerate((0, 1, 2)):
        np.testing.assert_array_equal(found[layer], (index + ahead) % 4)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory, trained: dict[str, Path]) -> dict[str, Path]:
    path = tmp_path_factory.mktemp("maps") / "theory.npz"
    path.write_bytes(encode(path, theory()))
    return {"theory": path, "mixture": trained["mixture"], "hard_only": trained["hard_only"]}


def test_the_mass_is_that_on_the_hidden_permutations(inputs: dict[str, Path]) -> None:
    metrics = evaluate_attention_maps.run(inputs, root_seed=0)["metrics"]
    assert isinstance(metrics, dict)
    measured = metrics["composition_attention_maps"]
    history = read_history(inputs["mixture"])
    wanted = [
        history.first_layer[history.best, run, 3 * i + j, 3 * i + history.hidden[run, i, j]]
        for run in range(3)
        for i in range(4)
        for j in range(3)
    ]
    assert measured["mixture_mass"]["value"] == pytest.approx(np.mean(wanted))
    assert measured["mixture_mass"]["value"] > 0.9
    assert abs(measured["hard_only_mass"]["value"] - 1 / 12) < 0.05
    assert measured["theory_found"]["value"] == 1.0


def test_the_figure_shades_every_map(inputs: dict[str, Path], tmp_path: Path) -> None:
    table = evaluate_attention_maps.run(inputs, root_seed=0)["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_attention_maps.run, table, tmp_path)
    require_legible(figure)
    drawn_maps = [np.asarray(axes.collections[0].get_array()) for axes in figure.axes]
    history = read_history(inputs["mixture"])
    wanted = [*theory()["attention"], history.first_layer[history.best, 0]]
    for shades, weights in zip(drawn_maps[:4], wanted, strict=True):
        np.testing.assert_allclose(shades.reshape(12, 12), weights.T, atol=1e-6)
    marks = figure.axes[3].lines[0]
    keys = evaluate_attention_maps.right_keys(history.hidden)[0]
    np.testing.assert_array_equal(marks.get_xdata(), np.arange(12) + 0.5)
    np.testing.assert_array_equal(marks.get_ydata(), keys + 0.5)
