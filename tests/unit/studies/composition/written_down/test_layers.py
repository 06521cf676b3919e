"""The transformer that is written down."""

import numpy as np
import pytest

from compsparse.studies.composition.construction.generate_outputs import run
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.written_down import layers


@pytest.mark.parametrize(("folds", "symbols"), [(1, 4), (2, 3), (4, 5), (8, 2)])
def test_each_layer_writes_its_hops(folds: int, symbols: int) -> None:
    random = np.random.default_rng(folds)
    hidden, read = (permutations(random, folds, symbols=symbols) for _ in range(2))
    given = layers.written_hops(layers.composing_layers(hidden, 30.0), read)
    answers = np.stack(all_hops(read, hidden))
    np.testing.assert_allclose(given, np.eye(symbols)[answers], atol=1e-9)


def test_a_token_holds_its_place_its_value_and_room_for_each_layer() -> None:
    tokens = layers.embed(np.array([[1, 0], [0, 1]]))
    assert tokens.shape == (layers.width(2, 2), 4) == (16, 4)
    np.testing.assert_array_equal(tokens[:4], np.eye(4))
    np.testing.assert_array_equal(tokens[4:8].argmax(axis=0), [1, 0, 2, 3])
    assert not tokens[8:].any()


def test_even_attention_copies_the_mean() -> None:
    nothing = layers.Layer(np.zeros((3, 3)), np.eye(3))
    tokens = np.arange(6.0).reshape(3, 2)
    np.testing.assert_allclose(nothing(tokens), tokens + tokens.mean(axis=1, keepdims=True))


def test_other_hidden_permutations_give_other_answers() -> None:
    random = np.random.default_rng(3)
    hidden, read = (permutations(random, 4, symbols=5) for _ in range(2))
    other = np.roll(hidden, 1, axis=1)
    given = layers.written_hops(layers.composing_layers(other, 30.0), read)
    assert (given.argmax(axis=-1)[0] != all_hops(read, hidden)[0]).all()


def test_blunt_attention_errs_and_sharp_attention_does_not() -> None:
    params = {
        "folds": [2, 4],
        "symbols": [3],
        "sharpness": [0.1, 25.0],
        "layout": "wide",
        "inputs": 3,
        "root_seed": 0,
        "seed_names": ["x"],
    }
    made = run({}, **params)["data"]
    assert isinstance(made, dict)
    assert made["right"][1, 0, 1] == 1.0
    assert made["error"][1, 0, 1] < 1e-8 < 0.5 < made["error"][1, 0, 0]
    np.testing.assert_array_equal(made["width"], [[24], [60]])
    np.testing.assert_array_equal(made["layers"], [[2], [3]])
