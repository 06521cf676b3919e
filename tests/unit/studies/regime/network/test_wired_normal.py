"""Starts of sparse networks: as far from zero as those of dense ones."""

import numpy as np
import torch

from compsparse.studies.regime.network.initial import lecun_normal, wired_normal
from compsparse.studies.regime.network.shape import LayeredShape

SHAPE = LayeredShape.from_units(2, {"identity": 3, "sin": 1})


def test_all_weights_are_lecun_s() -> None:
    mask = torch.ones(SHAPE.weights, dtype=torch.bool)
    expected = lecun_normal(SHAPE, [np.random.default_rng(3)])[0]
    torch.testing.assert_close(wired_normal(SHAPE, mask, np.random.default_rng(3)), expected)


def test_a_unit_of_one_weight_starts_at_the_scale_of_one() -> None:
    mask = torch.ones(SHAPE.weights, dtype=torch.bool)
    block = SHAPE.blocks[1]
    mask[block.start + 1 : block.start + block.columns] = False
    dense = lecun_normal(SHAPE, [np.random.default_rng(3)])[0]
    found = wired_normal(SHAPE, mask, np.random.default_rng(3))
    assert found[block.start] == 2 * dense[block.start]  # fan-in 1 instead of 4
    assert (found[~mask] == 0).all()
    torch.testing.assert_close(found[block.start + 4 :], dense[block.start + 4 :])
