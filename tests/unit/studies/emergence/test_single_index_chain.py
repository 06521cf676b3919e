"""The chain does what SGD in R^d does with the same input."""

import numpy as np
import pytest

from compsparse.studies.emergence.hermite import hermite, hermite_derivative
from compsparse.studies.emergence.single_index_chain import (
    ChainInputs,
    ChainState,
    chain_step,
    draw_inputs,
)


@pytest.mark.parametrize("order", [2, 3, 4])
def test_a_step_equals_one_in_the_whole_space(order: int) -> None:
    generator = np.random.default_rng(order)
    d, amplitude, step_size = 12, 0.7, 0.01
    w = generator.standard_normal(d) / 3
    theta = np.eye(d)[0]
    x = generator.standard_normal(d)
    norm = np.linalg.norm(w)
    u = w / norm
    overlap = u @ theta
    v = (theta - overlap * u) / np.sqrt(1 - overlap**2)
    z1, z2 = np.array(x @ u), np.array(x @ v)
    error = norm**2 * hermite(order, z1) - amplitude * hermite(order, np.array(x @ theta)) - 0.1
    slope = hermite_derivative(order, z1)
    gradient = norm * (2 * hermite(order, z1) * u + slope * (x - z1 * u))
    after = w - 2 * step_size * error * gradient

    rest = x @ x - z1**2 - z2**2
    inputs = ChainInputs(*(np.array([float(value)]) for value in (z1, z2, rest, 0.1)))
    state = ChainState(np.array([overlap]), np.array([norm]))
    state = chain_step(state, inputs, order, amplitude, step_size)
    assert state.norm[0] == pytest.approx(np.linalg.norm(after), rel=1e-12)
    assert state.overlap[0] == pytest.approx(after @ theta / np.linalg.norm(after), rel=1e-12)


def test_inputs_have_the_dimension_they_say() -> None:
    inputs = draw_inputs(np.random.default_rng(0), 100, 1000, 30, 0.25)
    assert inputs.rest_squared.mean() == pytest.approx(28, abs=0.1)
    assert inputs.noise.var() == pytest.approx(0.25, abs=0.01)
    assert inputs.at(3).noise.shape == (1000,)
    with pytest.raises(ValueError, match="at least 3, not 2"):
        draw_inputs(np.random.default_rng(0), 1, 1, 2, 0.0)
