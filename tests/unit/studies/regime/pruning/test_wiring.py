"""Wirings as controls: what they keep of the one they are made from, and what not."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.foreign_wiring import (
    WiringError,
    at_shape,
    joint_shape,
    with_count,
)
from compsparse.studies.regime.pruning.permuted_types import with_permuted_types
from compsparse.studies.regime.pruning.rewiring import rewired
from compsparse.studies.regime.pruning.wiring import Wiring, own_wiring
from tests.unit.studies.regime.pruning.networks import SHAPE, random_wiring

SEEDS = range(6)


def degrees(wiring: Wiring) -> list[tuple[list[int], list[int]]]:
    return [(m.sum(dim=1).tolist(), m.sum(dim=0).tolist()) for m in wiring.matrices]


def pairs_of_types(wiring: Wiring) -> list[Counter[tuple[str, str]]]:
    hidden = list(wiring.shape.activations)
    layers = [["in"] * wiring.shape.inputs, *[hidden] * wiring.shape.depth, ["out"] * 3]
    return [
        Counter((layers[n][below], layers[n + 1][above]) for above, below in matrix.nonzero())
        for n, matrix in enumerate(wiring.matrices)
    ]


def used_types(wiring: Wiring) -> list[Counter[str]]:
    names = np.array(wiring.shape.activations)
    return [Counter(names[used.numpy()].tolist()) for used in wiring.live_units]


def degrees_of_layers(wiring: Wiring) -> list[Counter[tuple[int, int]]]:
    """Of each layer, how many units have which incoming and outgoing degree."""
    matrices = wiring.matrices
    return [
        Counter(zip(into.sum(dim=1).tolist(), out.sum(dim=0).tolist(), strict=True))
        for into, out in pairwise(matrices)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_rewiring_keeps_degrees_types_and_count(seed: int) -> None:
    wiring = random_wiring(seed)
    other = rewired(wiring, np.random.default_rng(seed))
    assert degrees(other) == degrees(wiring)
    assert pairs_of_types(other) == pairs_of_types(wiring)
    assert other.count == wiring.count  # and a Wiring has live weights only
    assert other.changed == int((other.mask & ~wiring.mask).sum()) >= 3
    again = rewired(wiring, np.random.default_rng(seed))
    assert torch.equal(other.mask, again.mask)


def test_rewiring_reaches_all_wirings_of_the_degrees_evenly() -> None:
    """Two units below and above, one edge each: two wirings, each as likely."""
    shape = LayeredShape.from_units(2, {"identity": 2})
    wiring = own_wiring(
        shape, torch.tensor([1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0]) > 0
    )
    random = np.random.default_rng(0)
    crossed = sum(bool(rewired(wiring, random).matrices[1][0, 1]) for _ in range(144))
    assert abs(crossed - 72) < 4 * 6  # four standard deviations


def test_no_proposal_no_change() -> None:
    wiring = random_wiring(0)
    assert rewired(wiring, np.random.default_rng(0), 0).changed == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_permuted_types_keep_the_graph_and_the_numbers_of_types(seed: int) -> None:
    wiring = random_wiring(seed)
    other = with_permuted_types(wiring, np.random.default_rng(seed))
    assert used_types(other) == used_types(wiring)
    assert degrees_of_layers(other) == degrees_of_layers(wiring)
    assert other.count == wiring.count
    assert other.changed > 0
    assert not torch.equal(other.mask, wiring.mask)


def test_a_permutation_takes_the_edges_of_a_unit_with_it() -> None:
    """An identity unit fed by x and a gaussian fed by y: there is one other arrangement."""
    shape = LayeredShape.from_units(1, {"identity": 1, "gaussian": 1})
    wiring = own_wiring(shape, torch.tensor([1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]) > 0)
    other = with_permuted_types(wiring, np.random.default_rng(0))
    assert other.matrices[0].int().tolist() == [[0, 1, 0, 0], [1, 0, 0, 0]]
    assert other.matrices[1].int().tolist() == [[0, 1], [1, 0], [0, 0]]
    assert other.changed == 2


def test_types_that_are_all_alike_cannot_be_permuted() -> None:
    wiring = random_wiring(0, shape=LayeredShape.from_units(3, {"gaussian": 4}))
    with pytest.raises(ValueError, match=r"No layer .* uses units of two activations"):
        with_permuted_types(wiring, np.random.default_rng(0))


@pytest.mark.parametrize("seed", SEEDS)
def test_another_wiring_comes_with_its_types(seed: int) -> None:
    other = random_wiring(seed)
    wider = LayeredShape.from_units(3, {"identity": 5, "sigmoid": 2, "gaussian": 2, "sin": 3})
    present = at_shape(wider, other)
    assert present.shape == wider
    assert present.count == other.count
    assert used_types(present) == used_types(other)
    assert pairs_of_types(present) == pairs_of_types(other)


def test_two_wirings_meet_at_the_joint_shape() -> None:
    other = random_wiring(
        1, shape=LayeredShape.from_units(3, {"identity": 1, "sigmoid": 2, "gaussian": 4})
    )
    shape = joint_shape(SHAPE, other.shape)
    assert dict(shape.units) == {"identity": 3, "gaussian": 4, "sigmoid": 2, "sin": 1}
    for wiring in (random_wiring(0), other):
        assert pairs_of_types(at_shape(shape, wiring)) == pairs_of_types(wiring)
    with pytest.raises(WiringError, match="both must be equal"):
        joint_shape(SHAPE, LayeredShape.from_units(2, dict(SHAPE.units)))


def test_a_wiring_that_does_not_fit_is_refused() -> None:
    other = random_wiring(0, 1.0)
    with pytest.raises(WiringError, match=r"has 3 layers and 4 inputs, the shape 2 and 4"):
        at_shape(LayeredShape.from_units(2, dict(SHAPE.units)), other)
    with pytest.raises(WiringError, match=r"Layer 1 .* uses 2 units of gaussian, the shape has 1"):
        at_shape(LayeredShape.from_units(3, {"identity": 9, "gaussian": 1, "sin": 1}), other)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("wanted", [10, 20, 60])
def test_counts_are_made_equal(seed: int, wanted: int) -> None:
    wiring = random_wiring(seed, 0.4)
    other = with_count(wiring, wanted, np.random.default_rng(seed))
    assert wanted <= other.count <= wanted + 3 or other.count < wanted > wiring.count
    grown, shrunk = (other.mask & ~wiring.mask).any(), (wiring.mask & ~other.mask).any()
    assert not (grown and shrunk)
    assert other.changed == abs(other.count - wiring.count)


def test_a_count_that_no_removal_reaches_is_missed_by_little() -> None:
    wiring = random_wiring(0)
    assert with_count(wiring, 1, np.random.default_rng(0)).count == SHAPE.depth + 1
    assert with_count(wiring, wiring.count, np.random.default_rng(0)).changed == 0


def test_new_edges_join_used_units() -> None:
    wiring = random_wiring(1)
    other = with_count(wiring, SHAPE.weights, np.random.default_rng(0))
    assert torch.equal(other.live_units, wiring.live_units)
    for layer in (1, 2):
        above, below = wiring.live_units[layer], wiring.live_units[layer - 1]
        assert torch.equal(other.matrices[layer], above[:, None] & below[None])


def test_a_wiring_is_live() -> None:
    wiring = random_wiring(2)
    mask = wiring.mask.clone()
    fed = int(wiring.live_units[0].nonzero()[0, 0])
    mask[4 * fed : 4 * fed + 4] = False  # a unit of the first layer loses its inputs
    cleaned = own_wiring(SHAPE, mask)
    assert cleaned.count < int(mask.sum()) < wiring.count
    assert not cleaned.matrices[1][:, fed].any()
    nothing = torch.zeros(SHAPE.weights, dtype=torch.bool)
    with pytest.raises(ValueError, match="0 of the 0 weights"):
        Wiring(SHAPE, nothing)
    nothing[0] = True
    with pytest.raises(ValueError, match=r"1 of the 1 weights .* no path"):
        Wiring(SHAPE, nothing)
