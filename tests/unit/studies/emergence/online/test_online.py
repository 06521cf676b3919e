"""The gradient by hand against autograd, and training against the flow that it follows."""

import numpy as np
import pytest
import torch

from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.flow.forces import coupled
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.online.gradient import loss_gradient, teacher_output
from compsparse.studies.emergence.online.training import train

AMPLITUDES = np.array([0.9, 0.4])


@pytest.mark.parametrize("order", [2, 3, 4])
def test_the_gradient_is_that_of_autograd(order: int) -> None:
    generator = np.random.default_rng(order)
    weights = generator.standard_normal((2, 3, 6)) / 2
    inputs = generator.standard_normal((2, 5, 6))
    labels = teacher_output(order, AMPLITUDES, inputs)

    w = torch.tensor(weights, requires_grad=True)
    x = torch.tensor(inputs)
    norms = w.norm(dim=2)
    z = torch.einsum("rsd,rnd->rsn", x, w) / norms[:, None]
    powers = {
        2: (z**2 - 1) / 2**0.5,
        3: (z**3 - 3 * z) / 6**0.5,
        4: (z**4 - 6 * z**2 + 3) / 24**0.5,
    }
    output = (norms[:, None] ** 2 * powers[order]).sum(dim=2)
    ((output - torch.tensor(labels)) ** 2).mean(dim=1).sum().backward()
    assert w.grad is not None
    np.testing.assert_allclose(
        loss_gradient(order, weights, inputs, labels), w.grad.numpy(), atol=1e-10
    )


def start(runs: int, neurons: int, dimension: int, strength: float) -> np.ndarray:
    drawn = np.random.default_rng(5).standard_normal((runs, neurons, dimension))
    return np.asarray(np.sqrt(strength) * drawn / np.linalg.norm(drawn, axis=2, keepdims=True))


def generators(runs: int) -> list[np.random.Generator]:
    return [np.random.default_rng([9, run]) for run in range(runs)]


def test_a_run_does_not_depend_on_the_runs_beside_it() -> None:
    weights = start(3, 4, 8, 0.1)
    logged = [1, 5, 40]
    all_runs = train(4, AMPLITUDES, weights, generators(3), 2, 0.001, logged)
    alone = train(4, AMPLITUDES, weights[1:2], generators(3)[1:2], 2, 0.001, logged)
    np.testing.assert_allclose(alone.loss[0], all_runs.loss[1], rtol=1e-10)


def test_where_it_is_looked_changes_nothing() -> None:
    weights = start(2, 4, 8, 0.1)
    often = train(4, AMPLITUDES, weights, generators(2), 2, 0.001, list(range(1, 61)))
    once = train(4, AMPLITUDES, weights, generators(2), 2, 0.001, [60])
    np.testing.assert_array_equal(once.loss[:, 0], often.loss[:, -1])


def test_minibatch_training_follows_the_flow() -> None:
    weights = start(2, 16, 32, 1e-6)
    step_size, steps = 4e-3, 2500
    logged = list(range(20, steps + 1, 20))
    history = train(4, AMPLITUDES, weights, generators(2), 256, step_size, logged)
    assert history.failed.tolist() == [-1, -1]
    for run in range(2):
        units = weights[run] / 1e-3
        flow = integrate(coupled, 4, AMPLITUDES, units, 1e-6, step_size * steps, 0.005)
        expected = first_crossing(flow.time, flow.alignment, 0.5)
        seen = first_crossing(step_size * history.steps, history.alignment[run], 0.5)
        np.testing.assert_allclose(seen / expected, 1.0, atol=0.25)
    assert np.all(history.loss[:, -1] < history.loss[:, 0])


def test_a_run_that_overflows_is_marked_and_the_others_go_on() -> None:
    weights = start(2, 4, 8, 0.1)
    weights[0] *= 50
    history = train(4, AMPLITUDES, weights, generators(2), 1, 0.002, [5, 50, 100])
    assert history.failed[0] in {5, 50, 100}
    assert history.failed[1] == -1
    assert np.isnan(history.loss[0, -1])
    assert np.isfinite(history.loss[1]).all()
