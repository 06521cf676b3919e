"""The chain does what SGD in R^d does with the same inputs."""

import numpy as np
import pytest

from compsparse.studies.emergence.chain.single_index import (
    ChainInputs,
    ChainState,
    draw_inputs,
    follow,
    initial_state,
)
from compsparse.studies.emergence.hermite import hermite, hermite_derivative


def generators(runs: int) -> list[np.random.Generator]:
    return [np.random.default_rng(run) for run in range(runs)]


@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("noise", [None, 0.1])
def test_steps_equal_those_in_the_whole_space(order: int, noise: float | None) -> None:
    generator = np.random.default_rng(order)
    d, amplitude, step_size, steps = 12, 0.7, 0.01, 3
    w = generator.standard_normal(d) / 3
    theta = np.eye(d)[0]
    start = ChainState(np.array([w[0] / np.linalg.norm(w)]), np.array([np.linalg.norm(w)]))
    seen = np.empty((3, steps, 1))
    after = []
    for step in range(steps):
        x = generator.standard_normal(d)
        norm = np.linalg.norm(w)
        u = w / norm
        v = (theta - (u @ theta) * u) / np.sqrt(1 - (u @ theta) ** 2)
        z1, z2 = np.array(x @ u), np.array(x @ v)
        seen[:, step, 0] = z1, z2, x @ x - z1**2 - z2**2
        label = amplitude * hermite(order, np.array(x @ theta)) + (noise or 0.0)
        error = norm**2 * hermite(order, z1) - label
        slope = hermite_derivative(order, z1)
        w = w - 2 * step_size * error * norm * (2 * hermite(order, z1) * u + slope * (x - z1 * u))
        after.append((w @ theta / np.linalg.norm(w), np.linalg.norm(w)))

    noises = None if noise is None else np.full((steps, 1), noise)
    path = follow(start, ChainInputs(*seen, noises), order, amplitude, step_size)
    np.testing.assert_allclose(path.overlap[:, 0], [m for m, _ in after], rtol=1e-12)
    np.testing.assert_allclose(path.norm[:, 0], [norm for _, norm in after], rtol=1e-12)


def test_runs_with_steps_and_amplitudes_of_their_own_do_not_mix() -> None:
    inputs = draw_inputs(generators(3), 50, [20] * 3, [0.5] * 3)
    start = ChainState(np.array([0.2, 0.3, 0.1]), np.full(3, 0.1))
    amplitudes, step_sizes = np.array([1.0, 0.5, 0.7]), np.array([0.001, 0.003, 0.002])
    together = follow(start, inputs, 4, amplitudes, step_sizes)
    noise = inputs.noise
    assert noise is not None
    for run in range(3):
        column = [run]
        alone = ChainInputs(
            inputs.along_neuron[:, column],
            inputs.along_teacher[:, column],
            inputs.rest_squared[:, column],
            noise[:, column],
        )
        path = follow(start.last(np.array(column)), alone, 4, amplitudes[run], step_sizes[run])
        np.testing.assert_array_equal(path.overlap[:, 0], together.overlap[:, run])
        np.testing.assert_array_equal(path.norm[:, 0], together.norm[:, run])
    last = together.last(np.array([2]))
    assert last.overlap == together.overlap[-1, 2]


def test_inputs_have_the_dimension_they_say() -> None:
    inputs = draw_inputs(generators(3), 30_000, [30, 5, 30], [0.25, 0.0, 0.0])
    np.testing.assert_allclose(inputs.rest_squared.mean(axis=0), [28, 3, 28], rtol=0.02)
    np.testing.assert_allclose(inputs.along_neuron.var(axis=0), 1, rtol=0.05)
    assert inputs.noise is not None
    np.testing.assert_allclose(inputs.noise.var(axis=0), [0.25, 0.0, 0.0], rtol=0.05)
    assert draw_inputs(generators(1), 1, [3], [0.0]).noise is None


def test_a_run_sees_the_same_whoever_stands_beside_it() -> None:
    alone = draw_inputs(generators(1), 4, [9], [0.0])
    beside = draw_inputs(generators(2), 4, [9, 7], [0.0, 0.0])
    np.testing.assert_array_equal(alone.rest_squared[:, 0], beside.rest_squared[:, 0])


def test_starts_lie_where_they_should() -> None:
    fixed = initial_state(generators(4), "fixed", 25, 0.01)
    np.testing.assert_allclose(fixed.overlap, 0.2)
    np.testing.assert_allclose(fixed.norm, 0.1)
    random = initial_state(generators(2000), "random", 25, 0.01)
    assert np.all(random.overlap >= 0)
    assert (random.overlap**2).mean() == pytest.approx(1 / 25, rel=0.1)
