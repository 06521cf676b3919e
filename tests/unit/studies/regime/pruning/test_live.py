"""Dead-path clean-up against counting paths, and by hand."""

from itertools import pairwise

import numpy as np
import pytest
from jaxtyping import Bool

from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.trained_network import live_mask
from tests.unit.studies.regime.pruning.networks import SHAPE

SMALL = LayeredShape.from_units(2, {"identity": 2})  # blocks 2 x 4, 2 x 2, 3 x 2


def cleaned(shape: LayeredShape, mask: Bool[np.ndarray, " weight"]) -> Bool[np.ndarray, " weight"]:
    """Take weights from units without incoming or outgoing ones until nothing changes."""
    mask = mask.copy()
    while True:
        before = mask.copy()
        matrices = [mask[b.start : b.stop].reshape(b.rows, b.columns) for b in shape.blocks]
        for below, above in pairwise(matrices):
            dead = ~below.any(axis=1) | ~above.any(axis=0)
            below[dead] = False
            above[:, dead] = False
        if np.array_equal(mask, before):
            return mask


@pytest.mark.parametrize("density", [0.05, 0.1, 0.2, 0.4])
def test_it_is_what_repeated_removal_leaves(density: float) -> None:
    random = np.random.default_rng(0)
    masks = random.random((50, SHAPE.weights)) < density
    together = live_mask(SHAPE, masks)
    for mask, live in zip(masks, together, strict=True):
        assert np.array_equal(live, cleaned(SHAPE, mask))
        assert live_mask(SHAPE, mask).sum() == int(live.sum())
    assert int(together.sum()) < int(masks.sum())


def test_by_hand() -> None:
    mask = np.zeros(SMALL.weights, dtype=np.bool_)
    mask[[0, 8, 12]] = True  # x -> unit 0 -> unit 0 -> hue
    assert np.array_equal(live_mask(SMALL, mask), mask)
    mask[11] = True  # unit 1, which nothing feeds, -> unit 1, which leads nowhere
    mask[5] = True  # y -> unit 1: now it is fed, and still leads nowhere
    assert live_mask(SMALL, mask).sum() == 3
    mask[15] = True  # unit 1 -> saturation
    assert live_mask(SMALL, mask).sum() == 6
    mask[12] = False  # hue is painted no more: its path is dead
    assert live_mask(SMALL, mask).sum() == 3
    mask[5] = False
    assert live_mask(SMALL, mask).sum() == 0


def test_all_weights_are_live() -> None:
    assert live_mask(SHAPE, np.ones(SHAPE.weights, dtype=np.bool_)).sum() == SHAPE.weights


def test_a_mask_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Got 3 weights.*has 18"):
        live_mask(SMALL, np.ones(3, dtype=np.bool_))
