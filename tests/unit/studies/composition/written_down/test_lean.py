"""The transformer that is written down with shorter tokens."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.composition.construction import (
    evaluate_lean_layout,
    generate_outputs,
    render_lean_layout,
)
from compsparse.studies.composition.task.hops import all_hops, permutations
from compsparse.studies.composition.written_down import layers, lean
from tests.unit.studies.composition.conftest import SEEDS
from tests.unit.studies.drawing import drawn, require_legible
from workflow_engine.artifacts.arrays import encode


@pytest.mark.parametrize(("folds", "symbols"), [(1, 4), (2, 3), (4, 5), (8, 2), (16, 2)])
def test_each_layer_writes_its_hops(folds: int, symbols: int) -> None:
    random = np.random.default_rng(folds)
    hidden, read = (permutations(random, folds, symbols=symbols) for _ in range(2))
    given = lean.written_hops(lean.composing_layers(hidden, 30.0), read)
    np.testing.assert_allclose(given, np.eye(symbols)[np.stack(all_hops(read, hidden))], atol=1e-9)


def test_a_token_is_a_place_a_value_and_room_for_each_layer() -> None:
    tokens = lean.embed(np.array([[1, 0], [0, 1]]))
    assert tokens.shape == (lean.width(2, 2), 4) == (10, 4)
    np.testing.assert_array_equal(tokens[:4], np.eye(4))
    np.testing.assert_array_equal(tokens[4:6].argmax(axis=0), [1, 0, 0, 1])
    assert not tokens[6:].any()


def test_widths_agree_for_one_permutation_and_stay_below_three_codes_of_a_pair() -> None:
    assert lean.width(1, 5) == layers.width(1, 5) == 15
    assert all(lean.width(k, 3) < layers.width(k, 3) for k in (2, 4, 8, 1024))
    assert all(lean.width(2**power, 3) <= 3 * 2**power * 3 for power in range(20))


def test_the_weight_of_other_keys_is_a_product_of_indices_and_symbols() -> None:
    hidden = permutations(np.random.default_rng(4), 4, symbols=3)
    first, second, *_ = lean.composing_layers(hidden, 2.0)
    # a token of index 1 in which symbol 2 was written without leaks
    tokens = lean.embed(hidden)
    tokens[4 * 3 + 3 + 2, 3] = 1.0
    scores = (tokens.T @ second.keys_and_queries @ tokens)[:, 3].reshape(4, 3)
    wanted = 2.0 * (np.eye(4)[2][:, None] + np.eye(3)[2])
    np.testing.assert_array_equal(scores, wanted)
    assert (first.keys_and_queries > 0).sum() == 12
    assert lean.other_keys(4, 3) == 11 + 2 * (3 + 2)


def test_both_layouts_are_compared_on_the_same_permutations(tmp_path: Path) -> None:
    params = {"folds": [2, 4], "symbols": [2, 3], "sharpness": [5.0, 25.0], "inputs": 2, **SEEDS}
    inputs = {name: tmp_path / f"{name}.npz" for name in ("wide", "lean")}
    for layout, path in inputs.items():
        made = generate_outputs.run({}, **params, layout=layout)["data"]
        path.write_bytes(encode(path, made))
    made = evaluate_lean_layout.run(inputs, root_seed=0)
    metrics, table = made["metrics"], made["table"]
    assert isinstance(metrics, dict)
    assert isinstance(table, pd.DataFrame)
    measured = metrics["composition_lean_layout"]
    assert measured["right"]["value"] == 1.0
    assert measured["error"]["value"] < 1e-8
    assert measured["width_off_formula"]["value"] == 0.0
    assert measured["width_over_pairs"]["value"] == 2.5
    assert 0.5 < measured["error_over_leak"]["value"] < 4.0
    figure = drawn(render_lean_layout.run, table, tmp_path)
    require_legible(figure)
    for layout, width in (("wide", layers.width), ("lean", lean.width)):
        counted = [width(2, 3), width(4, 3)]
        assert any(np.array_equal(line.get_ydata(), counted) for line in figure.axes[0].lines)
        rows = table[(table["layout"] == layout) & (table["symbols"] == 3) & (table["folds"] == 4)]
        assert any(np.allclose(line.get_ydata(), rows["error"]) for line in figure.axes[1].lines)
