"""What holds for every method of pruning."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.methods import METHODS, SCORES
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork, live_mask
from compsparse.studies.regime.pruning.unit_merging import merged
from tests.unit.studies.regime.pruning.networks import INPUTS, SHAPE, random_case

SHAPES = [
    SHAPE,
    LayeredShape.from_units(1, {"identity": 2, "gaussian": 1}),
    LayeredShape.from_units(5, {"relu": 2}),  # units that are zero everywhere
]


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=6)
@given(
    seed=st.integers(0, 1000),
    density=st.sampled_from([0.0, 0.2, 1.0]),
    shape=st.sampled_from(SHAPES),
    share=st.floats(0, 1),
)
def test_no_layer_is_emptied_at_any_count(
    method: str, seed: int, density: float, shape: LayeredShape, share: float
) -> None:
    case = random_case(seed, density, shape)
    network = case.network
    if method == "unit_merging":
        # a search for a count ends at one of the knobs, all of which are tried here
        weights, mask = merged(network, 4 * share, INPUTS)
    else:
        pruned = case.pruned(method, max(1, round(share * network.count)))
        weights, mask = pruned.weights, pruned.mask
    assert all(matrix.any() for matrix in shape.matrices(mask))
    assert np.array_equal(live_mask(shape, mask), mask)
    assert not (mask & ~network.mask).any() or method == "unit_merging"
    assert not weights[~mask].any()
    assert np.isfinite(weights).all()


@pytest.mark.parametrize("method", METHODS)
def test_the_threshold_found_is_the_threshold_given(method: str) -> None:
    case = random_case(3)
    found = case.pruned(method, 50)
    assert np.array_equal(found.mask, case.mask_at(method, found.threshold))


@pytest.mark.parametrize("method", METHODS)
def test_asking_for_all_weights_keeps_them(method: str) -> None:
    case = random_case(4)
    assert np.array_equal(case.pruned(method, case.network.count).mask, case.network.live)


@pytest.mark.parametrize("method", SCORES)
def test_masks_nest(method: str) -> None:
    case = random_case(5)
    masks = [case.pruned(method, wanted).mask for wanted in range(1, 115, 11)]
    counts = [int(mask.sum()) for mask in masks]
    assert len(set(counts)) > 8
    for smaller, larger in pairwise(masks):
        assert not (smaller & ~larger).any()


@pytest.mark.parametrize("method", ["connection_similarity", "lottery_ticket", "wanda"])
def test_counts_come_near(method: str) -> None:
    case = random_case(6)
    for wanted in (40, 60, 90):
        assert abs(int(case.pruned(method, wanted).mask.sum()) - wanted) <= 3


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("wanted", [0, -1, 115])
def test_counts_that_cannot_be_left_are_refused(method: str, wanted: int) -> None:
    case = random_case(7)
    with pytest.raises(ValueError, match=f"^{wanted} weights are wanted.*allowed: 1 to 114"):
        case.pruned(method, wanted)


@pytest.mark.parametrize("method", METHODS)
def test_a_second_round_takes_from_what_the_first_has_left(method: str) -> None:
    case = random_case(9)
    first = case.pruned(method, 70)
    network = TrainedNetwork(SHAPE, first.weights, first.mask, case.network.initial)
    second = case._replace(network=network).pruned(method, 30)
    assert second.mask.sum() < first.mask.sum()
    assert not (second.mask & ~first.mask).any() or method == "unit_merging"


def test_networks_that_cannot_be_pruned_are_refused() -> None:
    network = random_case(10).network
    broken = network.weights.copy()
    broken[:2] = np.nan
    with pytest.raises(ValueError, match=r"2 of 114 kept weights are not finite"):
        TrainedNetwork(SHAPE, broken, network.mask, network.initial)
    with pytest.raises(ValueError, match="No path of the 0 kept weights"):
        TrainedNetwork(SHAPE, network.weights, network.mask & False, network.initial)
    with pytest.raises(ValueError, match="114 initial weights; the shape has 21"):
        TrainedNetwork(SHAPES[1], network.weights, network.mask, network.initial)


def test_only_random_edges_draw_random_numbers() -> None:
    case = random_case(11)
    for method in METHODS:
        first, second = (case.mask_at(method, 0.3, seed) for seed in (0, 1))
        assert np.array_equal(first, second) == (method != "random_edges")
    evidence = case.evidence()
    SCORES["random_edges"](case.network, evidence)
    assert evidence.random.random() == np.random.default_rng(0).random(SHAPE.weights + 1)[-1]
