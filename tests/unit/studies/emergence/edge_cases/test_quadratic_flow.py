"""The Riccati step against small steps of the gradient flow of the weights."""

import numpy as np
import pytest

from compsparse.studies.emergence.edge_cases.quadratic_flow import (
    factor_loss,
    factor_step,
    learning_time,
)
from tests.unit.studies.emergence.edge_cases.riccati import quadratic_loss, riccati_step

AMPLITUDES = np.array([1.0, 0.5, 0.2, 0.0, 0.0])


def factor() -> np.ndarray:
    return np.asarray(0.2 * np.random.default_rng(0).standard_normal((3, 5)))


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


def test_a_factor_moves_as_its_gram() -> None:
    gram, rows = factor().T @ factor(), factor()
    for _ in range(5):
        gram, rows = riccati_step(gram, AMPLITUDES, 0.7), factor_step(rows, AMPLITUDES, 0.7)
    np.testing.assert_allclose(rows.T @ rows, gram, atol=1e-12)
    assert factor_loss(rows, AMPLITUDES) == pytest.approx(quadratic_loss(gram, AMPLITUDES))


@pytest.mark.parametrize("initial", [1e-3, 1e-9])
def test_a_direction_alone_is_learned_when_theory_says(initial: float) -> None:
    amplitudes = np.array([0.3])
    time = learning_time(0.3, initial)
    half = factor_step(np.array([[np.sqrt(initial)]]), amplitudes, time)
    assert half[0, 0] ** 2 == pytest.approx(0.15, rel=1e-6)


def test_directions_in_turn_start_from_what_the_stronger_ones_leave() -> None:
    amplitudes, strength = np.array([1.0, 0.1]), 1e-12
    rows = np.sqrt(strength) * np.random.default_rng(1).standard_normal((2, 2))
    first, second = rows.T
    left = second - first * (first @ second) / (first @ first)
    time = learning_time(0.1, float(left @ left))
    step = 1.0
    for _ in range(int(time)):
        rows = factor_step(rows, amplitudes, step)
    rows = factor_step(rows, amplitudes, time - int(time))
    assert (rows[:, 1] ** 2).sum() == pytest.approx(0.05, rel=1e-4)


@pytest.mark.parametrize("initial", [0.0, 0.15, 1.0])
def test_a_start_that_is_learned_already_is_refused(initial: float) -> None:
    with pytest.raises(ValueError, match="above 0 and below half"):
        learning_time(0.3, initial)
