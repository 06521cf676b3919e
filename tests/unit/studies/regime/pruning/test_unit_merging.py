"""Folding of units and dropping of edges."""

import numpy as np
import pytest
from numpy.linalg import norm

from compsparse.studies.regime.network.forward import images, layer_maps
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork
from compsparse.studies.regime.pruning.unit_merging import (
    drop_weak_edges,
    fold_similar_units,
    merged,
)
from tests.unit.studies.regime.pruning.networks import INPUTS, SHAPE, Case, random_case

LAYER = 1
IDENTITY, GAUSSIAN = (0, 1), (3, 4)  # two units of each, in a layer of SHAPE


def matrices(values: np.ndarray, shape: LayeredShape = SHAPE) -> list[np.ndarray]:
    return [values[b.start : b.stop].reshape(b.rows, b.columns) for b in shape.blocks]


def with_like_units(seed: int, units: tuple[int, int], factor: float) -> Case:
    """The second unit gets the incoming weights of the first, times a factor."""
    case = random_case(seed)
    weights = case.network.weights.copy()
    into = matrices(weights)[LAYER]
    into[units[1]] = factor * into[units[0]]
    network = TrainedNetwork(SHAPE, weights, case.network.mask, case.network.initial)
    return case._replace(network=network)


def live_units(mask: np.ndarray) -> list[int]:
    return [int(into.any(axis=1).sum()) for into in matrices(mask)[:-1]]


def image(weights: np.ndarray) -> np.ndarray:
    return images(SHAPE, weights[None], INPUTS)[0]


@pytest.mark.parametrize("knob", [0.0, 0.1, 0.5, 2.0])
@pytest.mark.parametrize("seed", range(4))
def test_identical_units_always_merge(seed: int, knob: float) -> None:
    case = with_like_units(seed, GAUSSIAN, 1.0)
    into = matrices(case.mask_at("unit_merging", knob))[LAYER]
    assert int(into[list(GAUSSIAN)].any(axis=1).sum()) <= 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("units", "factor"), [(GAUSSIAN, 1.0), (GAUSSIAN, -1.0), (IDENTITY, 1.0), (IDENTITY, -0.3)]
)
def test_merging_proportional_maps_leaves_the_image(
    seed: int, units: tuple[int, int], factor: float
) -> None:
    case = with_like_units(seed, units, factor)
    weights, mask = merged(case.network, 0.0, INPUTS)
    assert live_units(mask) == [6, 5, 6]
    assert int(mask.sum()) == SHAPE.weights - 12
    before = image(case.network.weights)
    assert np.abs(image(weights) - before).max() < 2e-5
    assert before.std() > 0.01


@pytest.mark.parametrize("seed", range(8))
def test_at_tau_1_nothing_but_proportional_maps_is_folded(seed: int) -> None:
    case = random_case(seed)
    weights, mask = merged(case.network, 0.0, INPUTS)
    assert np.array_equal(mask, case.network.mask)
    assert np.array_equal(weights, case.network.weights)
    nearly = with_like_units(seed, IDENTITY, 1.0).network
    matrices(nearly.weights)[LAYER][IDENTITY[1], 0] += 0.01
    weights, mask = fold_similar_units(SHAPE, nearly.weights, nearly.mask, 1.0, INPUTS)
    assert np.array_equal(mask, nearly.mask) and np.array_equal(weights, nearly.weights)
    assert live_units(fold_similar_units(SHAPE, weights, mask, 0.98, INPUTS)[1])[LAYER] < 6


def test_the_error_of_a_fold_is_that_of_the_angle() -> None:
    """One layer of two units: the sum that an output gets changes by sqrt(1 - c^2) of a part."""
    shape = LayeredShape.from_units(1, {"identity": 2})
    weights = np.array([1.0, 0, 0, 0, 1.0, 0.5, 0, 0, 2.0, 0.7, 0, 0, 0, 0], dtype=np.float32)
    mask = weights != 0
    maps = layer_maps(shape, weights, INPUTS)[1].astype(np.float64)
    cosine = float(maps[0] @ maps[1] / norm(maps[0]) / norm(maps[1]))
    folded, kept = fold_similar_units(shape, weights, mask, cosine - 1e-6, INPUTS)
    assert live_mask_units(kept, shape) == 1
    before, after = (
        layer_maps(shape, w, INPUTS)[2][0].astype(np.float64) for w in (weights, folded)
    )
    expected = 0.7 * norm(maps[1]) * np.sqrt(1 - cosine**2)
    assert norm(before - after) == pytest.approx(expected, rel=1e-5)
    apart = fold_similar_units(shape, weights, mask, cosine + 1e-6, INPUTS)[1]
    assert np.array_equal(apart, mask)


def live_mask_units(mask: np.ndarray, shape: LayeredShape) -> int:
    return int(matrices(mask, shape)[0].any(axis=1).sum())


def test_a_fold_hands_on_every_edge() -> None:
    case = with_like_units(0, GAUSSIAN, 1.0)
    mask = case.network.mask.copy()
    out = matrices(mask)[LAYER + 1]
    out[:, list(GAUSSIAN)] = False
    out[[0, 1], GAUSSIAN[0]] = True
    out[[1, 2], GAUSSIAN[1]] = True
    _, folded = fold_similar_units(SHAPE, case.network.weights, mask, 1.0, INPUTS)
    edges = matrices(folded)[LAYER + 1][:, list(GAUSSIAN)]
    assert edges.any(axis=1).tolist() == [True, True, True, False, False, False]
    assert edges.any(axis=0).sum() == 1


def test_units_that_are_zero_everywhere_go_without_a_change() -> None:
    shape = LayeredShape.from_units(2, {"relu": 3})
    random = np.random.default_rng(0)
    weights = random.random(shape.weights).astype(np.float32)
    matrices(weights, shape)[0][1] = np.array([0.0, 0.0, 0.0, -1.0], dtype=np.float32)
    network = TrainedNetwork(shape, weights, np.ones(len(weights), dtype=np.bool_), weights)
    case = Case(network, np.zeros((3, INPUTS.shape[1]), dtype=np.float32))
    weights, mask = merged(case.network, 0.0, INPUTS)
    assert matrices(mask, shape)[0].any(axis=1).tolist() == [True, False, True]
    before, after = (images(shape, w[None], INPUTS)[0] for w in (network.weights, weights))
    assert np.allclose(before, after, atol=1e-6)


@pytest.mark.parametrize("tau", [1.0, 0.99, 0.9, 0.5, 0.0, -1.0])
def test_edges_go_one_by_one_while_the_sum_stays_similar(tau: float) -> None:
    """Against the rule, unit by unit and edge by edge, with the sums themselves."""
    network = random_case(1, 0.7).network
    weights, mask = drop_weak_edges(SHAPE, network.weights, network.mask, tau, INPUTS)
    below = INPUTS.astype(np.float64)
    matrix = matrices(network.effective)[0].astype(np.float64)
    for unit in range(len(matrix)):
        contributions = matrix[unit][:, None] * below
        order = [i for i in norm(contributions, axis=1).argsort().tolist() if matrix[unit, i]]
        kept, before = set(order), contributions.sum(axis=0)
        for edge in order[:-1]:
            after = sum(contributions[i] for i in kept - {edge})
            assert isinstance(after, np.ndarray)
            cosine = float(before @ after / norm(before) / norm(after))
            change = float(norm(after - before) ** 2 / norm(before) ** 2)
            if cosine < tau or change > 2 * (1 - tau):
                break
            kept -= {edge}
        found = matrices(mask)[0][unit]
        if found.any():  # otherwise the unit has died
            assert set(np.flatnonzero(found).tolist()) == kept
    assert np.array_equal(weights, np.where(mask, network.weights, np.float32(0)))
    assert tau < 1 or np.array_equal(mask, network.mask)


def test_the_first_edge_that_matters_stops_the_dropping() -> None:
    """Without two edges that cancel, the sum would be the same; without one, it is not."""
    shape = LayeredShape.from_units(2, {"identity": 3})
    weights = np.zeros(shape.weights, dtype=np.float32)
    first, second, third = matrices(weights, shape)
    first[[0, 1], 0] = 1.0
    first[2, 1] = 1.0
    second[0] = np.array([0.5, -0.5, 2.0], dtype=np.float32)
    third[0, 0] = 1.0
    mask = weights != 0
    assert np.array_equal(drop_weak_edges(shape, weights, mask, 0.99, INPUTS)[1], mask)
    dropped = drop_weak_edges(shape, weights, mask, 0.9, INPUTS)[1]
    assert matrices(dropped, shape)[1][0].tolist() == [False, False, True]


def test_every_layer_shrinks_to_one_unit_at_the_end_of_the_knob() -> None:
    assert live_units(random_case(2).mask_at("unit_merging", 4.0)) == [1, 1, 1]


@pytest.mark.parametrize("wanted", [15, 40, 80])
def test_counts_come_near(wanted: int) -> None:
    pruned = random_case(3).pruned("unit_merging", wanted)
    assert abs(int(pruned.mask.sum()) - wanted) <= 0.1 * wanted
