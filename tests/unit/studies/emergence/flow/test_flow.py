"""The flow's forces against the loss they are gradients of, and its integration against theory."""

import numpy as np
import pytest

from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.flow.forces import (
    FlowState,
    ForceLaw,
    coupled,
    decoupled,
    without_deflation,
)
from compsparse.studies.emergence.flow.integrate import FlowHistory, integrate
from compsparse.studies.emergence.flow.population import escape_time, population_loss
from compsparse.studies.emergence.flow.strength_step import strength_step
from compsparse.studies.emergence.starts.law import draw_coordinates
from compsparse.studies.emergence.teacher import PowerLawTeacher


def loss_of_weights(order: int, amplitudes: np.ndarray, weights: np.ndarray) -> float:
    norms = np.linalg.norm(weights, axis=1)
    units = weights / norms[:, None]
    overlaps = units[:, : len(amplitudes)]
    return population_loss(order, amplitudes, overlaps, units @ units.T, norms**2)


@pytest.mark.parametrize("order", [3, 4])
def test_forces_are_the_gradient_of_the_loss(order: int) -> None:
    generator = np.random.default_rng(order)
    amplitudes = np.array([0.9, 0.4])
    weights = generator.standard_normal((4, 6)) / 2
    gradient = np.zeros_like(weights)
    for place in np.ndindex(weights.shape):
        shift = np.zeros_like(weights)
        shift[place] = 1e-5
        up = loss_of_weights(order, amplitudes, weights + shift)
        down = loss_of_weights(order, amplitudes, weights - shift)
        gradient[place] = (up - down) / 2e-5
    norms = np.linalg.norm(weights, axis=1)
    units = weights / norms[:, None]
    forces = coupled(FlowState(order, amplitudes, units, norms**2, np.arange(4)))
    tangent = forces.direction - (forces.direction * units).sum(axis=1, keepdims=True) * units
    # dw = rho du + u drho, and drho = dr / (2 rho)
    growth = 8 * norms**2 * (forces.gain - forces.load) / (2 * norms)
    flow = norms[:, None] * 2 * order * tangent + growth[:, None] * units
    np.testing.assert_allclose(flow, -gradient, atol=1e-8)


def test_decoupled_neurons_load_themselves_with_their_whole_strength() -> None:
    # in transit, an overlap of 0.6: its own load must not vanish, or it overshoots
    coordinates = np.array([[0.6, 0.0], [0.1, 0.2]])
    strengths = np.array([0.3, 1e-6])
    state = FlowState(4, np.array([0.9, 0.4]), coordinates, strengths, np.array([0]))
    load = decoupled(state).load
    np.testing.assert_allclose(load[0], 0.3)
    np.testing.assert_allclose(load[1], 1e-6 + 0.1**4 * 0.3 * 0.6**4)


def test_the_strength_step_solves_its_equation() -> None:
    strength, gain, load = np.array([1e-3, 0.4, 0.2]), np.array([0.5, 0.3, -0.2]), None
    load = strength.copy()  # alone: its load is its strength
    steps = 200_000
    small = strength.copy()
    for _ in range(steps):
        small = small + 8 * 1.5 / steps * small * (gain - small)
    np.testing.assert_allclose(strength_step(strength, gain, load, 1.5), small, rtol=1e-3)
    after = strength_step(strength, gain, load, 1e6)
    np.testing.assert_allclose(after[:2], gain[:2])
    np.testing.assert_allclose(strength_step(strength, np.zeros(3), load, 1.0), 1 / (1 / load + 8))


@pytest.mark.parametrize("time", [1e-3, 1.0, 1e6])
def test_strengths_stay_positive_where_others_point_the_other_way(time: float) -> None:
    # each with help: to a gain (twice), against a lost cause, as large as the gain it undoes
    strength = np.array([0.1, 0.1, 0.1, 1e-6])
    gain = np.array([0.5, 0.0, -0.2, -0.3])
    load = np.array([-0.2, -0.2, 0.05, -0.3])
    after = strength_step(strength, gain, load, time)
    assert (after > 0).all()
    others = load - strength  # held: each tends to what teacher and others give together
    small, steps = strength.copy(), 200_000
    if time <= 1.0:
        for _ in range(steps):
            small = small + 8 * time / steps * small * (gain - others - small)
        np.testing.assert_allclose(after, small, rtol=1e-3)
    else:
        np.testing.assert_allclose(after[:2], (gain - others)[:2])


@pytest.mark.parametrize("order", [3, 4])
def test_an_isolated_neuron_escapes_when_theory_says(order: int) -> None:
    start = np.array([[0.01, np.sqrt(1 - 1e-4)]])
    expected = escape_time(order, 0.5, 0.01)
    history = integrate(coupled, order, np.array([0.5]), start, 1e-9, 3 * expected, 0.005)
    crossed = first_crossing(history.time, history.alignment, 0.5)
    # at M^2 = 1/2 the escape is not quite over: a term of order one beside M_0^-(k-2)
    assert crossed[0] == pytest.approx(expected, rel=0.03 if order == 4 else 0.05)


def run(law: ForceLaw, whole: bool, seed: int = 0, fraction: float = 0.02) -> FlowHistory:
    teacher = PowerLawTeacher(1.0, 8)
    start = draw_coordinates(np.random.default_rng(seed), 64, 8, 10_000)
    chosen = start if whole else start[:, :8]
    end = 3 * escape_time(4, float(teacher.amplitudes[-1]), 0.02)
    return integrate(law, 4, teacher.amplitudes, chosen, 1e-6, end, fraction)


def emergence(history: FlowHistory) -> np.ndarray:
    return first_crossing(history.time, history.alignment, 0.5)


def test_overlaps_beside_the_teacher_do_not_matter() -> None:
    exact, fast = emergence(run(coupled, True)), emergence(run(coupled, False))
    np.testing.assert_allclose(fast, exact, rtol=1e-3)


def test_decoupled_directions_are_learned_at_the_same_times() -> None:
    np.testing.assert_allclose(
        emergence(run(decoupled, False)), emergence(run(coupled, False)), rtol=0.03
    )


def test_the_loss_falls_to_nothing_and_every_direction_is_learned() -> None:
    history = run(coupled, True)
    assert np.all(np.diff(history.loss) <= 1e-9)
    assert history.loss[-1] < 1e-6
    np.testing.assert_allclose(history.recovered[-1], 1.0, atol=1e-3)
    gram = population_loss(
        4,
        PowerLawTeacher(1.0, 8).amplitudes,
        history.overlaps,
        history.overlaps @ history.overlaps.T,
        history.strengths,
    )
    assert gram == pytest.approx(history.loss[-1], abs=1e-9)


def test_without_deflation_neurons_crowd_on_strong_directions() -> None:
    deflated, alone = run(coupled, False), run(without_deflation, False)
    learned = (deflated.alignment[-1] > 0.5).sum()
    assert learned == 8
    chosen = (alone.overlaps**2).argmax(axis=1)
    assert (chosen == 0).mean() > 0.3


def test_finer_steps_give_the_same_times() -> None:
    coarse, fine = emergence(run(coupled, False)), emergence(run(coupled, False, fraction=0.005))
    ratio = coarse / fine
    # a uniform factor: exponents do not see it
    assert np.all((ratio > 1.0) & (ratio < 1.12))
    assert ratio.std() < 0.01


def test_an_end_before_the_first_step_is_refused() -> None:
    start = np.array([[0.1, np.sqrt(0.99)]])
    with pytest.raises(ValueError, match="before its first step"):
        integrate(coupled, 4, np.array([1.0]), start, 1e-6, 1e-9, 0.02)
