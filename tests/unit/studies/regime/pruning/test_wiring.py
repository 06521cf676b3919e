"""Wirings as controls: what they keep of the one they are made from, and what not."""

from collections import Counter

import numpy as np
import pytest

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.wiring import Wiring, own_wiring, rewired
from compsparse.studies.regime.pruning.wiring import random_wiring as random_control
from tests.unit.studies.regime.pruning.networks import SHAPE, random_wiring

SEEDS = range(6)


def degrees(wiring: Wiring) -> list[tuple[list[int], list[int]]]:
    return [(m.sum(axis=1).tolist(), m.sum(axis=0).tolist()) for m in wiring.matrices]


def pairs_of_types(wiring: Wiring) -> list[Counter[tuple[str, str]]]:
    hidden = list(wiring.shape.activations)
    layers = [["in"] * wiring.shape.inputs, *[hidden] * wiring.shape.depth, ["out"] * 3]
    return [
        Counter((layers[n][below], layers[n + 1][above]) for above, below in np.argwhere(matrix))
        for n, matrix in enumerate(wiring.matrices)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_rewiring_keeps_degrees_types_and_count(seed: int) -> None:
    wiring = random_wiring(seed)
    other = rewired(wiring, np.random.default_rng(seed))
    assert degrees(other) == degrees(wiring)
    assert pairs_of_types(other) == pairs_of_types(wiring)
    assert other.count == wiring.count  # and a Wiring has live weights only
    assert int((other.mask & ~wiring.mask).sum()) >= 3
    again = rewired(wiring, np.random.default_rng(seed))
    assert np.array_equal(other.mask, again.mask)


def test_rewiring_reaches_all_wirings_of_the_degrees_evenly() -> None:
    """Two units below and above, one edge each: two wirings, each as likely."""
    shape = LayeredShape.from_units(2, {"identity": 2})
    wiring = own_wiring(
        shape,
        np.array([1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0]) > 0,
    )
    random = np.random.default_rng(0)
    crossed = sum(bool(rewired(wiring, random).matrices[1][0, 1]) for _ in range(144))
    assert abs(crossed - 72) < 4 * 6  # four standard deviations


def test_no_proposal_no_change() -> None:
    wiring = random_wiring(0)
    unchanged = rewired(wiring, np.random.default_rng(0), 0)
    assert np.array_equal(unchanged.mask, wiring.mask)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_controls_keep_the_counts_of_every_layer_alone(seed: int) -> None:
    wiring = random_wiring(seed)
    other = random_control(wiring, np.random.default_rng(seed))
    assert [m.sum() for m in other.matrices] == [m.sum() for m in wiring.matrices]
    used = wiring.live_units.sum(axis=1)
    assert other.live_units.sum(axis=1).tolist() == used.tolist()
    assert degrees(other) != degrees(wiring)
    # what reads an input or gives an output has its meaning
    assert np.array_equal(other.matrices[0].any(axis=0), wiring.matrices[0].any(axis=0))
    assert np.array_equal(other.matrices[-1].any(axis=1), wiring.matrices[-1].any(axis=1))
    again = random_control(wiring, np.random.default_rng(seed))
    assert np.array_equal(other.mask, again.mask)


def test_a_wiring_is_live() -> None:
    wiring = random_wiring(2)
    mask = wiring.mask.copy()
    fed = int(np.flatnonzero(wiring.live_units[0])[0])
    mask[4 * fed : 4 * fed + 4] = False  # a unit of the first layer loses its inputs
    cleaned = own_wiring(SHAPE, mask)
    assert cleaned.count < int(mask.sum()) < wiring.count
    assert not cleaned.matrices[1][:, fed].any()
    nothing = np.zeros(SHAPE.weights, dtype=np.bool_)
    with pytest.raises(ValueError, match="0 of the 0 weights"):
        Wiring(SHAPE, nothing)
    nothing[0] = True
    with pytest.raises(ValueError, match=r"1 of the 1 weights .* no path"):
        Wiring(SHAPE, nothing)
