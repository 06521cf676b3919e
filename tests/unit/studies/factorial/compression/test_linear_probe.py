import numpy as np
import pytest

from compsparse.studies.factorial.compression.linear_probe import explained_variance

RANDOM = np.random.default_rng(0)
STATES = RANDOM.standard_normal((200, 6))


def probe(states: np.ndarray, target: np.ndarray) -> float:
    return explained_variance(states, target, np.random.default_rng(1))


def test_a_linear_target_is_read_perfectly() -> None:
    target = STATES @ RANDOM.standard_normal((6, 3)) + np.array([1.0, -2.0, 5.0])
    assert probe(STATES, target) == pytest.approx(1.0, abs=1e-12)


def test_half_a_linear_target() -> None:
    """Equal parts of signal and of noise that is not in the states."""
    signal, noise = RANDOM.standard_normal((2, 4000, 1))
    assert probe(signal, signal + noise) == pytest.approx(0.5, abs=0.04)


def test_an_unrelated_target_is_not_read_by_fitting_noise() -> None:
    target = RANDOM.standard_normal((200, 2))
    assert probe(STATES, target) < 0.02
    # without held-out inputs, as many states as inputs would read anything
    assert probe(RANDOM.standard_normal((200, 150)), target) < -0.5


def test_columns_weigh_by_their_variance() -> None:
    target = np.stack([10 * STATES[:, 0], RANDOM.standard_normal(200)], axis=1)
    assert 0.98 < probe(STATES, target) < 0.999
