"""Masks: layer by layer, the largest that are there; what grows or empties a layer is refused."""

import numpy as np
import pytest

from compsparse.studies.tickets.transformer.masks import prune, round_densities, weights_left
from compsparse.studies.tickets.transformer.mlp_round import live_units, put_units, take_units


def scores() -> dict[str, np.ndarray]:
    # all of down is larger than all of up: a global threshold would empty up
    up = np.array([[[1.0, 4.0], [3.0, 2.0]], [[4.0, 1.0], [2.0, 3.0]]], np.float32)
    return {"up": up, "down": 10 * up.swapaxes(1, 2)}


def whole() -> dict[str, np.ndarray]:
    return {name: np.ones_like(score, np.bool_) for name, score in scores().items()}


def test_each_layer_of_each_network_keeps_its_own_largest() -> None:
    masks = prune(scores(), whole(), 0.5)
    assert masks["up"].tolist() == [[[False, True], [True, False]], [[True, False], [False, True]]]
    assert masks["down"].tolist() == masks["up"].swapaxes(1, 2).tolist()


def test_what_was_pruned_stays_so_however_large() -> None:
    before = whole()
    before["up"][0, 0, 1] = False
    masks = prune(scores(), before, 0.5)
    assert masks["up"][0].tolist() == [[False, False], [True, True]]


def test_weights_that_are_zero_go_before_others_and_still_fill_the_mask() -> None:
    zeros = {name: np.zeros_like(score) for name, score in scores().items()}
    masks = prune(zeros, whole(), 0.75)
    assert all(mask.reshape(2, -1).sum(axis=1).tolist() == [3, 3] for mask in masks.values())


@pytest.mark.parametrize("density", [0.0, -0.1, 1.1])
def test_densities_that_are_refused(density: float) -> None:
    with pytest.raises(ValueError, match=f"The density is {density}; allowed: above 0, at most 1"):
        prune(scores(), whole(), density)


def test_an_empty_layer_is_refused() -> None:
    with pytest.raises(ValueError, match=r"A density of 0\.1 leaves nothing of 4 weights of up"):
        prune(scores(), whole(), 0.1)


def test_a_mask_that_grows_is_refused() -> None:
    before = prune(scores(), whole(), 0.5)
    message = r"3 weights of up are to be kept; allowed: 1 to 2,.* never grows"
    with pytest.raises(ValueError, match=message):
        prune(scores(), before, 0.75)


def test_densities_fall_by_a_share() -> None:
    assert round_densities(0.15, 3) == pytest.approx([1, 0.85, 0.7225, 0.614125])
    assert weights_left(1000, 0.7225, "up") == 722


def test_units_that_nothing_leaves_are_left_out_and_come_back_as_zeros() -> None:
    down = np.zeros((2, 5, 3), np.bool_)
    down[0, [1, 4], 0] = True
    down[1, [0, 2, 3], 2] = True
    units = live_units(down)
    assert units.shape == (2, 3)
    assert units[0, :2].tolist() == [1, 4]
    assert units[1].tolist() == [0, 2, 3]
    random = np.random.default_rng(0).random
    arrays = {
        "up": random((2, 4, 5)),
        "down": random((2, 5, 3)) * down,
        "up_shift": random((2, 5)),
        "down_shift": random((2, 3)),
    }
    for name, values in arrays.items():
        taken = take_units(name, values, units)
        again = put_units(name, taken, units, values)
        assert again.shape == values.shape
        if name == "up":
            np.testing.assert_array_equal(taken[1], values[1][:, [0, 2, 3]])
            assert not again[1][:, [1, 4]].any()
        if name in ("down", "down_shift"):
            np.testing.assert_array_equal(again, values)
