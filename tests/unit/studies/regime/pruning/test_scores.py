"""Thresholds on scores: shares of groups, the widest path, and each method's own rule."""

from itertools import pairwise, product

import numpy as np
import pytest

from compsparse.studies.regime.network.forward import images, layer_maps
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.by_score import (
    block_numbers,
    shares,
    target_numbers,
    widest_path,
)
from compsparse.studies.regime.pruning.methods import connection_similarities, unit_importances
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork
from tests.unit.studies.regime.pruning.networks import INPUTS, SHAPE, Case, random_case


def matrices(values: np.ndarray, shape: LayeredShape = SHAPE) -> list[np.ndarray]:
    return [values[b.start : b.stop].reshape(b.rows, b.columns) for b in shape.blocks]


def test_every_group_loses_the_same_share() -> None:
    random = np.random.default_rng(0)
    groups = random.permutation(np.repeat([0, 1, 2], [10, 40, 200]))
    values = random.random(250)
    scores = shares(values, groups)
    assert scores.min() > 0 and scores.max() < 1
    for group, size in ((0, 10), (1, 40), (2, 200)):
        members = groups == group
        assert np.array_equal(scores[members].argsort(), values[members].argsort())
        for threshold in (0.0, 0.25, 0.5, 1.0):
            assert abs(int((scores[members] < threshold).sum()) - threshold * size) <= 1
    assert len(np.unique(scores)) == 250  # members go one by one


@pytest.mark.parametrize("seed", range(5))
def test_the_widest_path_is_that_of_all_paths(seed: int) -> None:
    shape = LayeredShape.from_units(2, {"identity": 3})
    scores = np.random.default_rng(seed).random(shape.weights)
    first, second, third = matrices(scores, shape)
    best = max(
        min(first[a, i], second[b, a], third[o, b])
        for i, a, b, o in product(range(4), range(3), range(3), range(3))
    )
    path = widest_path(shape, scores)
    assert int(path.sum()) == 3
    assert scores[path].min() == best


def test_blocks_and_targets_are_numbered_along_the_flat_weights() -> None:
    shape = LayeredShape.from_units(2, {"identity": 2})
    assert block_numbers(shape).tolist() == [0] * 8 + [1] * 4 + [2] * 6
    targets = [0] * 4 + [1] * 4 + [2] * 2 + [3] * 2 + [4] * 2 + [5] * 2 + [6] * 2
    assert target_numbers(shape).tolist() == targets


def test_similarity_is_the_correlation_of_maps() -> None:
    network = random_case(0).network
    maps = layer_maps(SHAPE, network.weights, INPUTS)
    similarities = matrices(connection_similarities(network, INPUTS))
    for block, (below, above) in enumerate(pairwise(maps)):
        for i, j in ((0, 0), (2, 1)):
            expected = abs(
                np.corrcoef(below[i].astype(np.float64), above[j].astype(np.float64))[0, 1]
            )
            assert float(similarities[block][j, i]) == pytest.approx(expected, abs=1e-6)
    assert not similarities[0][:, 3].any()  # the constant input


def test_similarity_at_0_keeps_all_and_at_1_the_most_similar_sources() -> None:
    case = random_case(1)
    assert case.mask_at("connection_similarity", 0.0).all()
    least = case.mask_at("connection_similarity", 1.0)
    similarities = matrices(connection_similarities(case.network, INPUTS))
    kept_any = False
    for kept, similarity in zip(matrices(least), similarities, strict=True):
        for unit in np.flatnonzero(kept.any(axis=1)).tolist():
            kept_any = True
            assert np.flatnonzero(kept[unit]).tolist() == [int(similarity[unit].argmax())]
    assert kept_any and matrices(least)[-1].any(axis=1).all()


def test_live_units_keep_their_most_similar_source_at_every_threshold() -> None:
    case = random_case(2, 0.4)
    mask = case.mask_at("connection_similarity", 0.6)
    similarities = connection_similarities(case.network, INPUTS)
    live = np.where(case.network.live, similarities, -1.0)
    for kept, similarity in zip(matrices(mask), matrices(live), strict=True):
        for unit in np.flatnonzero(kept.any(axis=1)).tolist():
            assert kept[unit, similarity[unit].argmax()]


def test_a_lottery_ticket_has_the_largest_weights_and_goes_back() -> None:
    case = random_case(4)
    network = case.network
    pruned = case.pruned("lottery_ticket", 80)
    sizes = zip(matrices(np.abs(network.weights)), matrices(pruned.mask), strict=True)
    for size, kept in sizes:
        assert abs(kept.mean() - 80 / SHAPE.weights) < 0.1
        largest = np.argsort(-size, axis=None)[: int(kept.sum())]
        assert kept.ravel()[largest].mean() > 0.7  # the others lead nowhere
    assert abs(int(pruned.mask.sum()) - 80) <= 3
    assert np.array_equal(pruned.weights[pruned.mask], network.initial[pruned.mask])
    other = case.pruned("wanda", 80)
    assert np.array_equal(other.weights[other.mask], network.weights[other.mask])


def test_wanda_keeps_of_every_unit_those_that_carry_most() -> None:
    case = random_case(6)
    mask = case.mask_at("wanda", 0.25)
    maps = layer_maps(SHAPE, case.network.weights, INPUTS)
    for number, kept in enumerate(matrices(mask)):
        carried = np.abs(matrices(case.network.weights)[number]) * np.linalg.norm(
            maps[number], axis=1
        )
        for unit in range(len(kept)):
            assert abs(int(kept[unit].sum()) - 0.75 * kept.shape[1]) <= 1
            assert carried[unit][kept[unit]].min() > carried[unit][~kept[unit]].max()


def test_llm_pruner_takes_whole_units_and_the_same_share_of_every_layer() -> None:
    case = random_case(7)
    mask = case.mask_at("llm_pruner", 0.5)
    blocks = matrices(mask)
    importances = unit_importances(case.network, case.evidence())
    for layer, (into, out) in enumerate(pairwise(blocks)):
        units = into.any(axis=1)
        assert np.array_equal(units, out.any(axis=0))
        assert abs(int(units.sum()) - 3) <= 1
        assert importances[layer][units].min() > importances[layer][~units].max()
    assert np.array_equal(blocks[1], blocks[0].any(axis=1)[None] & blocks[2].any(axis=0)[:, None])


def test_llm_pruner_keeps_the_units_of_a_path_whole() -> None:
    mask = random_case(8).mask_at("llm_pruner", 1.0)
    assert int(mask.sum()) == 4 + 1 + 1 + 3


def test_the_importance_is_the_slope_of_the_loss_when_a_unit_is_scaled() -> None:
    case = random_case(9)
    network = case.network
    importance = float(unit_importances(network, case.evidence())[1, 2])

    def loss(scale: float) -> float:
        weights = network.weights.copy()
        matrices(weights)[1][2] *= scale
        matrices(weights)[2][:, 2] *= scale
        image = images(SHAPE, weights[None], INPUTS)[0]
        return float(np.square(image.astype(np.float64) - case.colours).mean())

    slope = (loss(1.001) - loss(0.999)) / 0.002
    assert importance == pytest.approx(abs(slope), rel=0.05)
    assert importance > 1e-4


def test_random_edges_take_the_same_share_of_every_layer() -> None:
    case = random_case(10)
    mask = case.mask_at("random_edges", 0.3)
    for kept in matrices(mask):
        assert abs(kept.mean() - 0.7) <= 1.01 / kept.size


def test_nothing_depends_on_weights_that_are_not_live() -> None:
    case = random_case(11, 0.3)
    network = case.network
    weights = np.where(network.live, network.weights, np.float32(7))
    other = Case(TrainedNetwork(SHAPE, weights, network.mask, network.initial), case.colours)
    for method in ("connection_similarity", "unit_merging", "wanda", "llm_pruner"):
        assert np.array_equal(case.mask_at(method, 0.4), other.mask_at(method, 0.4))
        first, second = (one.pruned(method, 15) for one in (case, other))
        assert np.array_equal(first.mask, second.mask)
        if method != "unit_merging":
            assert np.array_equal(first.weights, second.weights)
