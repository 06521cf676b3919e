import numpy as np
import pytest
from scipy import stats

from compsparse.studies.regime.network.recipe import lecun_normal, wired_normal
from compsparse.studies.regime.network.shape import LayeredShape
from workflow_engine.seeds import generator

SHAPE = LayeredShape(3, (("identity", 30), ("sin", 10)))
SMALL = LayeredShape.from_units(2, {"identity": 3, "sin": 1})


def randoms(runs: int) -> list[np.random.Generator]:
    return [generator(0, "start", run) for run in range(runs)]


def test_every_block_has_the_cut_normal_of_its_fan_in() -> None:
    weights = lecun_normal(SHAPE, randoms(20), scale=0.5).astype(np.float64)
    for block in SHAPE.blocks:
        values = weights[:, block.start : block.stop].ravel() * block.columns**0.5 / 0.5
        # before the cut's correction the standard deviation is 1 / 0.87962566
        raw = 1 / 0.87962566103423978
        assert np.abs(values).max() <= 2 * raw * (1 + 1e-6)
        law = stats.truncnorm(-2, 2, scale=raw)
        assert law.std() == pytest.approx(1)
        assert stats.kstest(values, law.cdf).pvalue > 1e-3
        assert values.std() == pytest.approx(1, abs=5 / (2 * values.size) ** 0.5)


def test_stacking_changes_no_draw_and_scale_is_a_factor() -> None:
    together = lecun_normal(SHAPE, randoms(3))
    np.testing.assert_array_equal(together[2:], lecun_normal(SHAPE, randoms(3)[2:]))
    assert (together[0] != together[1]).any()
    np.testing.assert_allclose(lecun_normal(SHAPE, randoms(3), scale=2.0), 2 * together, rtol=1e-6)


def test_all_weights_of_a_wiring_are_lecun_s() -> None:
    mask = np.ones(SMALL.weights, dtype=bool)
    expected = lecun_normal(SMALL, [np.random.default_rng(3)])[0]
    np.testing.assert_array_equal(wired_normal(SMALL, mask, np.random.default_rng(3)), expected)


def test_a_unit_of_one_weight_starts_at_the_scale_of_one() -> None:
    mask = np.ones(SMALL.weights, dtype=bool)
    block = SMALL.blocks[1]
    mask[block.start + 1 : block.start + block.columns] = False
    dense = lecun_normal(SMALL, [np.random.default_rng(3)])[0]
    found = wired_normal(SMALL, mask, np.random.default_rng(3))
    assert found[block.start] == 2 * dense[block.start]  # fan-in 1 instead of 4
    assert (found[~mask] == 0).all()
    np.testing.assert_array_equal(found[block.start + 4 :], dense[block.start + 4 :])
