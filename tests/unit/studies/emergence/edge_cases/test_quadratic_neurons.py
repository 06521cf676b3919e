"""Single neurons at k = 2 against small steps of their gradient flow."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.edge_cases.quadratic_flow import factor_loss
from compsparse.studies.emergence.edge_cases.quadratic_neurons import (
    NeuronHistory,
    integrate_neurons,
    neuron_step,
    spectral_loss,
)
from tests.unit.studies.emergence.edge_cases.riccati import riccati_step

AMPLITUDES = np.array([1.0, 0.5, 0.2, 0.0])
FLAT = np.ones(4)
FALLING = np.array([1.0, 0.7, 0.5, 0.4])


def start() -> np.ndarray:
    return np.asarray(0.1 * np.random.default_rng(0).standard_normal((6, 4)))


def small_steps(spectrum: np.ndarray, time: float, steps: int = 4_000) -> np.ndarray:
    """Second-order steps of dW/dt = 4 W L (A - W^T W) L."""
    weights, dt = start(), time / steps

    def speed(w: np.ndarray) -> np.ndarray:
        return np.asarray(4 * (w * spectrum) @ (np.diag(AMPLITUDES) - w.T @ w) * spectrum)

    for _ in range(steps):
        weights = weights + dt * speed(weights + 0.5 * dt * speed(weights))
    return weights


@pytest.mark.parametrize(("spectrum", "order"), [(FLAT, 2), (FALLING, 1)])
def test_steps_converge_to_the_flow_at_their_order(spectrum: np.ndarray, order: int) -> None:
    exact = small_steps(spectrum, 1.0)
    errors = []
    for steps in (16, 32, 64):
        weights = start()
        for _ in range(steps):
            weights = neuron_step(weights, AMPLITUDES, spectrum, 1.0 / steps)
        errors.append(np.abs(weights - exact).max())
    assert errors[-1] < 5e-3
    rate = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    assert np.all(rate > order - 0.3)


def test_without_a_spectrum_the_gram_is_exact_for_any_step() -> None:
    weights = neuron_step(start(), AMPLITUDES, FLAT, 1.3)
    gram = riccati_step(start().T @ start(), AMPLITUDES, 1.3)
    np.testing.assert_allclose(weights.T @ weights, gram, atol=1e-12)


def test_the_flow_turns_with_the_neurons() -> None:
    turned, _ = np.linalg.qr(np.random.default_rng(1).standard_normal((6, 6)))
    np.testing.assert_allclose(
        neuron_step(turned @ start(), AMPLITUDES, FALLING, 0.1),
        turned @ neuron_step(start(), AMPLITUDES, FALLING, 0.1),
        atol=1e-12,
    )


def test_the_loss_is_the_expected_squared_error() -> None:
    weights = start()
    inputs = np.random.default_rng(2).standard_normal((400_000, 4)) * np.sqrt(FALLING)
    error = (inputs**2) @ AMPLITUDES - ((inputs @ weights.T) ** 2).sum(axis=1)
    assert spectral_loss(weights, AMPLITUDES, FALLING) == pytest.approx(error.var() / 2, rel=0.02)
    assert spectral_loss(weights, AMPLITUDES, FLAT) == pytest.approx(
        factor_loss(weights, AMPLITUDES)
    )


def integrated(**changes: Any) -> NeuronHistory:
    arguments: dict[str, Any] = {
        "start": 1e-4 * start(),
        "amplitudes": AMPLITUDES,
        "spectrum": FALLING,
        "end": 4000.0,
        "fraction": 0.05,
    } | changes
    return integrate_neurons(**arguments)


def test_the_teacher_is_learned_and_stays_whatever_the_steps() -> None:
    history = integrated()
    assert history.time[-1] == 4000.0
    assert np.all(np.diff(history.loss) <= 1e-9)
    gram = history.weights.T @ history.weights
    np.testing.assert_allclose(gram, np.diag(AMPLITUDES), atol=1e-6)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"end": 1e-9}, "before its first step"),
        ({"start": 10 * start()}, "below half"),
    ],
)
def test_bad_values_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        integrated(**change)
