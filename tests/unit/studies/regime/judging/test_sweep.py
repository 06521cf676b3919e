"""Weight sweeps: every change has the wanted effect, and the images are those of the network."""

import numpy as np
import pytest

from compsparse.studies.regime.judging.sweep import (
    EFFECT,
    LARGEST_DELTA,
    TOLERANCE,
    PerturbedNetwork,
    State,
    sampled_weights,
    sweep_weights,
)
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import grid_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from tests.unit.studies.regime.judging.nets import SHAPE, random_weights


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_images_of_changed_weights_are_those_of_the_whole_network(depth: int) -> None:
    shape = LayeredShape.from_units(depth, {"identity": 2, "gaussian": 2, "sigmoid": 1, "cos": 1})
    weights = random_weights(shape)
    inputs = grid_inputs(16)
    random = np.random.default_rng(1)
    indices = random.integers(shape.weights, size=60)
    deltas = random.normal(size=60).astype(np.float32)
    changed = np.repeat(weights[None], 60, axis=0)
    changed[np.arange(60), indices] += deltas
    network = PerturbedNetwork(shape, weights, inputs)
    expected = images(shape, changed, inputs)
    np.testing.assert_allclose(network.images(indices, deltas), expected, atol=1e-4)
    np.testing.assert_allclose(network.image, images(shape, weights[None], inputs)[0], atol=1e-6)


def test_every_matched_change_has_the_effect() -> None:
    weights = random_weights()
    sweep = sweep_weights(SHAPE, weights, np.arange(0, SHAPE.weights, 10))
    effects = np.sqrt((sweep.changes.astype(np.float64) ** 2).mean(axis=(1, 2)))
    assert np.all(np.abs(effects / EFFECT - 1) <= TOLERANCE + 1e-6)
    assert sweep.matched.mean() > 0.5
    np.testing.assert_allclose(effects, sweep.effects[sweep.matched], rtol=1e-5)
    np.testing.assert_array_equal(np.sign(sweep.deltas), sweep.signs)
    # each image is that of the network with the weight so changed
    changed = np.repeat(weights[None], len(effects), axis=0)
    indices = sweep.indices[sweep.matched]
    changed[np.arange(len(indices)), indices] += sweep.deltas[sweep.matched]
    expected = images(SHAPE, changed, grid_inputs(64))
    np.testing.assert_allclose(sweep.images, expected, atol=1e-4)


def brightness_only() -> np.ndarray:
    """One hidden unit, which is x; only the brightness reads it: v = |x| at weight 1."""
    return np.array([1.0, 0, 0, 0, 0, 0, 1.0], dtype=np.float32)


def test_a_change_whose_size_is_known() -> None:
    # grey |w x| changes by |delta| |x|: its root mean square is |delta| sqrt(<x^2>)
    shape = LayeredShape.from_units(1, {"identity": 1})
    weights = 0.5 * brightness_only()
    sweep = sweep_weights(shape, weights, np.array([6]))
    x = 0.5 * grid_inputs(64)[0]
    sizes = np.abs(sweep.deltas) * np.sqrt(np.mean(x.astype(np.float64) ** 2))
    np.testing.assert_allclose(sizes, sweep.effects, rtol=1e-3)
    np.testing.assert_array_equal(sweep.states, [State.MATCHED] * 2)


def test_a_weight_that_changes_nothing_is_inert() -> None:
    # without saturation the hue has no effect
    shape = LayeredShape.from_units(1, {"identity": 1})
    sweep = sweep_weights(shape, brightness_only(), np.array([4]))
    np.testing.assert_array_equal(sweep.states, [State.INERT] * 2)
    np.testing.assert_allclose(np.abs(sweep.deltas), LARGEST_DELTA)
    assert len(sweep.images) == 0


def test_a_sample_is_of_live_weights_without_repetition() -> None:
    mask = np.array([True, False] * 20)
    drawn = sampled_weights(mask, 12, np.random.default_rng(0))
    assert len(set(drawn)) == 12 and np.all(drawn % 2 == 0)
    np.testing.assert_array_equal(drawn, sampled_weights(mask, 12, np.random.default_rng(0)))
    np.testing.assert_array_equal(
        sampled_weights(mask, 99, np.random.default_rng(0)), np.arange(0, 40, 2)
    )


def test_what_cannot_be_swept_is_refused() -> None:
    weights = random_weights()
    weights[0] = float("nan")
    with pytest.raises(ValueError, match="not finite"):
        sweep_weights(SHAPE, weights, np.array([1]))
