"""Forces of activations of several degrees against single degrees and the loss's gradient."""

import numpy as np
import pytest

from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.edge_cases.mixed_degree_flow import kernel, mixed_degree
from compsparse.studies.emergence.flow.forces import FlowState, coupled
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.flow.population import escape_time
from compsparse.studies.emergence.hermite import hermite

MIXED = {3: 0.7, 5: 0.3}
AMPLITUDES = np.array([0.9, 0.4])


def state(order: int) -> FlowState:
    weights = np.random.default_rng(0).standard_normal((4, 6))
    units = weights / np.linalg.norm(weights, axis=1, keepdims=True)
    return FlowState(order, AMPLITUDES, units, np.array([0.3, 1e-9, 0.2, 0.5]), np.array([0, 2, 3]))


@pytest.mark.parametrize("order", [3, 4])
def test_one_degree_is_the_pure_case(order: int) -> None:
    mixed, pure = mixed_degree({order: 1.0})(state(order)), coupled(state(order))
    np.testing.assert_allclose(mixed.direction, pure.direction, atol=1e-14)
    np.testing.assert_allclose(mixed.gain, pure.gain, atol=1e-14)
    np.testing.assert_allclose(mixed.load, pure.load, atol=1e-14)


def test_the_kernel_is_the_activations_correlation() -> None:
    generator = np.random.default_rng(1)
    first, other = generator.standard_normal((2, 400_000))
    overlap = 0.6
    second = overlap * first + np.sqrt(1 - overlap**2) * other

    def activation(z: np.ndarray) -> np.ndarray:
        return sum((np.sqrt(c) * hermite(j, z) for j, c in MIXED.items()), np.zeros_like(z))

    value, slope = kernel(np.array([[overlap]]), MIXED)
    assert float(value[0, 0]) == pytest.approx(
        float((activation(first) * activation(second)).mean()), abs=0.02
    )
    ahead, _ = kernel(np.array([[overlap + 1e-6]]), MIXED)
    behind, _ = kernel(np.array([[overlap - 1e-6]]), MIXED)
    assert float(slope[0, 0]) == pytest.approx(float((ahead - behind)[0, 0]) / 2e-6, rel=1e-6)


def loss_of_weights(weights: np.ndarray) -> float:
    strengths = (weights**2).sum(axis=1)
    units = weights / np.sqrt(strengths)[:, None]
    signal, _ = kernel(units[:, :2], MIXED)
    student, _ = kernel(units @ units.T, MIXED)
    whole = float((AMPLITUDES**2).sum())
    return (
        whole - 2 * float(strengths @ signal @ AMPLITUDES) + float(strengths @ student @ strengths)
    )


def test_forces_are_the_gradient_of_the_loss() -> None:
    weights = np.random.default_rng(2).standard_normal((4, 6)) / 2
    gradient = np.zeros_like(weights)
    for place in np.ndindex(weights.shape):
        shift = np.zeros_like(weights)
        shift[place] = 1e-5
        gradient[place] = (
            loss_of_weights(weights + shift) - loss_of_weights(weights - shift)
        ) / 2e-5
    norms = np.linalg.norm(weights, axis=1)
    units = weights / norms[:, None]
    forces = mixed_degree(MIXED)(FlowState(3, AMPLITUDES, units, norms**2, np.arange(4)))
    tangent = forces.direction - (forces.direction * units).sum(axis=1, keepdims=True) * units
    # du = 2 k G dt in the flow of the order k = 3; dw = rho du + u drho, drho = dr / (2 rho)
    growth = 8 * norms**2 * (forces.gain - forces.load) / (2 * norms)
    flow = norms[:, None] * 2 * 3 * tangent + growth[:, None] * units
    np.testing.assert_allclose(flow, -gradient, atol=1e-8)


def test_an_isolated_neuron_escapes_by_its_lowest_degree() -> None:
    start = np.array([[1e-3, np.sqrt(1 - 1e-6)]])
    expected = escape_time(4, 0.5, 1e-3) / 0.25
    law = mixed_degree({4: 0.25, 6: 0.75})
    history = integrate(law, 4, np.array([0.5]), start, 1e-9, 1.2 * expected, 0.005)
    crossed = first_crossing(history.time, history.alignment, 0.5)
    assert crossed[0] == pytest.approx(expected, rel=0.03)
