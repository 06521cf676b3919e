"""What holds for every method of pruning."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.pruning.methods import METHODS
from compsparse.studies.regime.pruning.pruned import Threshold, WeightCount
from compsparse.studies.regime.pruning.trained_network import TrainedNetwork
from tests.unit.studies.regime.pruning.networks import INPUTS, SHAPE, random_case

BY_SCORE = [name for name in METHODS if name != "unit_merging"]
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
    wanted = None if method == "unit_merging" else max(1, round(share * network.count))
    # a search for a count ends at one of the knobs, all of which are tried here
    pruned = case.pruned(method, WeightCount(wanted) if wanted else Threshold(4 * share))
    assert all(pruned.mask[block.start : block.stop].any() for block in shape.blocks)
    assert torch.equal(live_mask(shape, pruned.mask), pruned.mask)
    assert not (pruned.mask & ~network.mask).any() or method == "unit_merging"
    assert not pruned.weights[~pruned.mask].any()
    assert (pruned.count, pruned.wanted) == (int(pruned.mask.sum()), wanted)
    assert torch.isfinite(pruned.weights).all()


@pytest.mark.parametrize("method", METHODS)
def test_the_threshold_found_is_the_threshold_given(method: str) -> None:
    case = random_case(3)
    found = case.pruned(method, WeightCount(50))
    given_again = case.pruned(method, Threshold(found.threshold))
    assert torch.equal(found.mask, given_again.mask)
    assert torch.equal(found.weights, given_again.weights)
    assert given_again.wanted is None


@pytest.mark.parametrize("method", METHODS)
def test_asking_for_all_weights_keeps_them(method: str) -> None:
    case = random_case(4)
    assert case.pruned(method, WeightCount(case.network.count)).count == case.network.count


@pytest.mark.parametrize("method", BY_SCORE)
def test_masks_nest(method: str) -> None:
    case = random_case(5)
    masks = [case.pruned(method, WeightCount(wanted)).mask for wanted in range(1, 115, 11)]
    counts = [int(mask.sum()) for mask in masks]
    assert len(set(counts)) > 8
    for smaller, larger in pairwise(masks):
        assert not (smaller & ~larger).any()


@pytest.mark.parametrize("method", ["connection_similarity", "lottery_ticket", "wanda"])
def test_counts_come_near(method: str) -> None:
    case = random_case(6)
    for wanted in (40, 60, 90):
        assert abs(case.pruned(method, WeightCount(wanted)).count - wanted) <= 3


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("wanted", [0, -1, 115])
def test_counts_that_cannot_be_left_are_refused(method: str, wanted: int) -> None:
    case = random_case(7)
    with pytest.raises(ValueError, match=f"^{wanted} weights are wanted.*allowed: 1 to 114"):
        case.pruned(method, WeightCount(wanted))


@pytest.mark.parametrize("method", METHODS)
def test_thresholds_out_of_range_are_refused(method: str) -> None:
    with pytest.raises(ValueError, match=r"The threshold is -0\.5; allowed: 0 to"):
        random_case(8).pruned(method, Threshold(-0.5))


@pytest.mark.parametrize("method", METHODS)
def test_a_second_round_takes_from_what_the_first_has_left(method: str) -> None:
    case = random_case(9)
    first = case.pruned(method, WeightCount(70))
    network = TrainedNetwork(SHAPE, first.weights, first.mask, case.network.initial)
    second = case._replace(network=network).pruned(method, WeightCount(30))
    assert second.count < first.count
    assert not (second.mask & ~first.mask).any() or method == "unit_merging"


def test_networks_that_cannot_be_pruned_are_refused() -> None:
    network = random_case(10).network
    broken = network.weights.clone()
    broken[:2] = torch.nan
    with pytest.raises(ValueError, match=r"2 of 114 kept weights are not finite"):
        TrainedNetwork(SHAPE, broken, network.mask, network.initial)
    with pytest.raises(ValueError, match="No path of the 0 kept weights"):
        TrainedNetwork(SHAPE, network.weights, network.mask & False, network.initial)
    with pytest.raises(ValueError, match="114 initial weights; the shape has 21"):
        TrainedNetwork(SHAPES[1], network.weights, network.mask, network.initial)


def test_only_random_edges_draw_random_numbers() -> None:
    case = random_case(11)
    for method in METHODS:
        first, second = (case.pruned(method, Threshold(0.3), seed).mask for seed in (0, 1))
        assert torch.equal(first, second) == (method != "random_edges")
    random, budget = np.random.default_rng(0), WeightCount(60)
    METHODS["random_edges"](case.network, budget, INPUTS, case.colours, random)
    assert random.random() == np.random.default_rng(0).random(SHAPE.weights + 1)[-1]
