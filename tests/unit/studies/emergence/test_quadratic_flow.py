"""The Riccati step against small steps of the gradient flow of the weights."""

import numpy as np
import pytest

from compsparse.studies.emergence.quadratic_flow import quadratic_loss, riccati_step

AMPLITUDES = np.array([1.0, 0.5, 0.2, 0.0, 0.0])


def start() -> np.ndarray:
    weights = 0.2 * np.random.default_rng(0).standard_normal((5, 3))
    return np.asarray(weights @ weights.T)


def test_one_step_equals_many_small_ones_of_the_weights() -> None:
    weights = 0.2 * np.random.default_rng(0).standard_normal((5, 3))
    steps, time = 20_000, 1.0
    gram = start()
    for _ in range(steps):
        weights = weights + 4 * time / steps * (np.diag(AMPLITUDES) - weights @ weights.T) @ weights
    np.testing.assert_allclose(riccati_step(gram, AMPLITUDES, time), weights @ weights.T, atol=2e-4)


def test_two_steps_equal_one_of_both_lengths() -> None:
    twice = riccati_step(riccati_step(start(), AMPLITUDES, 0.4), AMPLITUDES, 0.9)
    np.testing.assert_allclose(twice, riccati_step(start(), AMPLITUDES, 1.3), atol=1e-12)


def test_the_loss_falls_to_what_three_neurons_can_do() -> None:
    gram = start()
    losses = [quadratic_loss(gram, AMPLITUDES)]
    for _ in range(20):
        gram = riccati_step(gram, AMPLITUDES, 1.0)
        losses.append(quadratic_loss(gram, AMPLITUDES))
    assert np.all(np.diff(losses) <= 1e-12)
    assert losses[-1] == pytest.approx(0.0, abs=1e-4)
