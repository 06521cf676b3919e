"""One layer: identities that the draws must obey, and what is made of planted ones."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.tickets.bounds import evaluate_layer_inequalities, generate_layers
from tests.unit.studies.tickets.wired.planted import SEEDS, arrays, evaluated, ran, stored

PARAMS: dict[str, Any] = {
    **SEEDS,
    "inputs": 8,
    "units": 16,
    "nonzeros": [1, 2, 4],
    "draws": 4000,
    "examples": 64,
    "signs": 40,
    "filter_size": 2,
    "runs": 3,
}


@pytest.fixture(scope="module")
def drawn() -> dict[str, np.ndarray]:
    return arrays(ran(generate_layers, {}, PARAMS))


def test_rows_read_one_block_after_the_other() -> None:
    mask = generate_layers.block_mask(8, 4, 3).astype(int).tolist()
    assert mask == [[1, 1, 1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0, 0, 0]]


def test_averages_over_inputs_alike_in_all_directions(drawn: dict[str, np.ndarray]) -> None:
    np.testing.assert_allclose(drawn["dense_mean"], 1 / 8, rtol=0.05)
    np.testing.assert_allclose(drawn["sparse_sum"], 1, rtol=0.05)
    # of a row |w . x|^2 is |w|^2 |x|^2 / n, however many of its weights are zero
    np.testing.assert_allclose(drawn["sparse_actual"] * [1, 2, 4], 1, rtol=0.1)
    assert (drawn["dense_largest"] > drawn["dense_mean"]).all()
    assert (drawn["dense_largest"] <= 1).all()


def test_convolutions(drawn: dict[str, np.ndarray]) -> None:
    assert (drawn["convolution_largest"] <= 1).all()
    np.testing.assert_allclose(drawn["convolution_along"], 1)
    np.testing.assert_allclose(drawn["convolution_matrix"], 2)  # four patches


def test_suprema_of_rows_and_layers(drawn: dict[str, np.ndarray]) -> None:
    dense, row, layer = (drawn[f"{name}_supremum"] for name in ("dense", "row", "layer"))
    # of two blocks the longer sum is the layer's, and their squares add up to the whole
    longer, shorter = layer[:, 2], 2 * row[:, 2] - layer[:, 2]
    np.testing.assert_allclose(longer**2 + shorter**2, dense**2)
    assert (longer > shorter).all()
    assert (row <= layer).all() and (layer < dense[:, None]).all()
    assert (np.diff(layer, axis=1) > 0).all()
    chi = evaluate_layer_inequalities.mean_of_chi(np.array([1, 2, 4, 8]))
    np.testing.assert_allclose(row.mean(axis=(0, 2)) / dense.mean(), chi[:3] / chi[3], rtol=0.05)


def test_bounded_weights(drawn: dict[str, np.ndarray]) -> None:
    assert (drawn["bounded_largest"] <= 1).all()
    assert (drawn["bounded_largest"] > 3**-0.5).all()  # of many, the largest
    np.testing.assert_allclose(drawn["bounded_signs"], 1)


def test_runs_are_their_own(drawn: dict[str, np.ndarray]) -> None:
    fewer = arrays(ran(generate_layers, {}, {**PARAMS, "runs": 2}))
    for name, values in fewer.items():
        np.testing.assert_array_equal(drawn[name][: len(values)], values)


def test_mean_lengths_of_normal_vectors() -> None:
    found = evaluate_layer_inequalities.mean_of_chi(np.array([1, 2, 3]))
    np.testing.assert_allclose(found, [(2 / np.pi) ** 0.5, (np.pi / 2) ** 0.5, (8 / np.pi) ** 0.5])


def test_what_is_made_of_planted_arrays(tmp_path: Path) -> None:
    run = np.array([1.0, 1.1, 1.2])
    by_nonzeros = np.array([0.2, 0.3])
    both = run[:, None] * by_nonzeros
    planted = {
        "nonzeros": np.array([2, 4]),
        "dense_largest": 0.1 * run,
        "dense_mean": 0.05 * run,
        "sparse_sum": both,
        "sparse_actual": both,
        "sparse_above": both,
        "convolution_largest": 0.8 * run,
        "convolution_along": run,
        "convolution_matrix": 2 * run,
        "row_supremum": both[:, :, None] * np.array([0.5, 1.5]),
        "layer_supremum": 2 * both[:, :, None] * np.array([0.5, 1.5]),
        "dense_supremum": run[:, None] * np.array([1.5, 0.5]),
        "bounded_largest": both,
        "bounded_signs": both,
    }
    path = stored(tmp_path / "layers.npz", planted)
    params = {"inputs": 8, "at_nonzeros": 4}
    table, values = evaluated(evaluate_layer_inequalities, {"layers": path}, params)
    assert table[table["nonzeros"] == 4]["layer_over_dense"].tolist() == pytest.approx([0.6] * 3)
    chi = evaluate_layer_inequalities.mean_of_chi(np.array([2, 4, 8]))
    wanted: dict[str, Any] = {
        "dense_largest": [0.12],
        "dense_mean": 0.05 * run,
        "dense_mean_times_inputs": 0.4 * run,
        "sparse_sum": 0.25 * run,
        "sparse_actual": 0.3 * run,
        "sparse_share_above": 0.2 * run,
        "convolution_largest": [0.96],
        "convolution_along": [1.0],
        "convolution_matrix": 2 * run,
        "row_over_root": [0.3 / 0.5**0.5] * 3,
        "layer_over_root": [0.6 / 0.5**0.5] * 3,
        "supremum_over_chi": [(0.2 / chi[0] + 0.3 / chi[1]) * chi[2] / 2] * 3,
        "bounded_largest": [0.36],
        "bounded_signs": 0.25 * run,
    }
    assert set(values) == set(wanted)
    for name, expected in wanted.items():
        np.testing.assert_allclose(values[name], expected, err_msg=name)
