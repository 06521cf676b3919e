"""Weights that may change, counted by hand on networks of known pictures."""

import numpy as np

from compsparse.studies.regime.judging.measures import surviving_shares
from compsparse.studies.regime.judging.similarity import ssim
from compsparse.studies.regime.network.forward import images, whole_image
from compsparse.studies.regime.network.pixels import grid_inputs, on_grid
from compsparse.studies.regime.network.shape import LayeredShape
from tests.unit.studies.regime.judging.nets import SHAPE, random_weights

EVERY = np.arange(SHAPE.weights)
ALL = np.ones(SHAPE.weights, dtype=bool)


def test_it_is_what_pictures_of_changed_weights_say() -> None:
    weights, deltas, still = random_weights(seed=3), (0.4, 0.8), 0.6
    target = whole_image(SHAPE, weights)
    seen = np.empty((len(deltas), len(EVERY[::5])))
    for row, delta in enumerate(deltas):
        for column, index in enumerate(EVERY[::5]):
            changed = np.repeat(weights[None], 2, axis=0)
            changed[[0, 1], index] += [delta, -delta]
            pictures = images(SHAPE, changed, grid_inputs(64)).reshape(2, 3, 64, 64)
            shown = ssim(np.moveaxis(pictures, 1, -1), on_grid(target)) >= still
            seen[row, column] = shown.all()
    found = surviving_shares(SHAPE, weights, ALL, target, EVERY[::5], deltas, still)
    assert (found == seen.mean(axis=1)).all()
    assert 0 < found[1] < found[0] < 1
    assert surviving_shares(SHAPE, weights, ALL, target, EVERY[::5], [0.0], still) == [1]


def test_weights_without_effect_survive() -> None:
    # without saturation the hue has no effect: v = |x|
    shape = LayeredShape.from_units(1, {"identity": 1})
    weights = np.array([1.0, 0, 0, 0, 0, 0, 1.0], dtype=np.float32)
    mask, target = np.ones(7, dtype=bool), whole_image(shape, weights)
    assert surviving_shares(shape, weights, mask, target, np.array([4]), [5.0], 0.5) == [1]
    assert surviving_shares(shape, weights, mask, target, np.array([4, 6]), [1.0], 0.5) == [0.5]


def test_what_the_target_is_not_seen_in_keeps_nothing() -> None:
    weights = random_weights(seed=3)
    other = whole_image(SHAPE, random_weights(seed=4))
    assert surviving_shares(SHAPE, weights, ALL, other, EVERY[:5], [0.0], 0.5) == [0]
    assert surviving_shares(SHAPE, weights, ALL, other, EVERY[:5], [0.0], -1.0) == [1]
    # what the mask takes away is not there
    picture, none = whole_image(SHAPE, weights), np.zeros_like(ALL)
    assert surviving_shares(SHAPE, weights, none, picture, EVERY[:5], [0.0], 0.5) == [0]
    assert np.isnan(surviving_shares(SHAPE, weights, ALL, picture, EVERY[:0], [0.0], 0.5)).all()
