"""The flow in steps that resolve jumps, against closed forms and the other integrator."""

import numpy as np
import pytest

from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.flow.forces import coupled, without_deflation
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.staircase.isolated_neuron import emergence_time, relative_rise
from compsparse.studies.emergence.staircase.resolved_jumps import Jumps, resolved_jumps
from compsparse.studies.emergence.starts.law import draw_teacher_overlaps

AMPLITUDES = np.array([1.0, 0.4])
STARTS = np.array([0.08, 0.002])


def isolated(order: int, resolution: float) -> Jumps:
    return resolved_jumps(
        without_deflation, order, AMPLITUDES, np.diag(STARTS), 1e-6, 1e9, resolution
    )


@pytest.mark.parametrize("order", [2, 3, 4])
def test_isolated_neurons_jump_as_the_closed_form_says(order: int) -> None:
    jumps = isolated(order, 0.05)
    np.testing.assert_allclose(jumps.aligned, emergence_time(order, AMPLITUDES, STARTS), rtol=0.006)
    rise = (jumps.done - jumps.begun) / jumps.aligned
    np.testing.assert_allclose(rise, relative_rise(order, STARTS), rtol=0.01)
    np.testing.assert_array_equal(jumps.start, STARTS)


def test_halved_steps_quarter_the_error() -> None:
    exact = emergence_time(4, AMPLITUDES, STARTS)
    coarse, fine = (np.abs(isolated(4, r).aligned / exact - 1) for r in (0.1, 0.05))
    np.testing.assert_allclose(coarse / fine, 4.0, rtol=0.25)


def test_coupled_neurons_emerge_when_the_other_integrator_says() -> None:
    start = draw_teacher_overlaps(np.random.default_rng(1), 32, 4, 1000)
    amplitudes = np.arange(1.0, 5.0) ** -1.0
    jumps = resolved_jumps(coupled, 4, amplitudes, start, 1e-6, 400.0, 0.1)
    history = integrate(coupled, 4, amplitudes, start, 1e-6, 400.0, 0.004)
    aligned = first_crossing(history.time, history.alignment, 0.5)
    np.testing.assert_allclose(jumps.aligned, aligned, rtol=0.03)
    winners = np.argmin(np.abs(start - jumps.start), axis=0)
    np.testing.assert_array_equal(winners, (history.overlaps**2).argmax(axis=0))


def test_what_is_not_learned_until_the_end_has_no_times() -> None:
    between = float(emergence_time(4, AMPLITUDES, STARTS).mean())
    jumps = resolved_jumps(without_deflation, 4, AMPLITUDES, np.diag(STARTS), 1e-6, between, 0.1)
    for values in vars(jumps).values():
        np.testing.assert_array_equal(np.isnan(values), [False, True])


def test_neurons_that_all_stand_still_end_the_flow() -> None:
    on_the_first = np.array([[1.0, 0.0], [1.0, 0.0]])
    jumps = resolved_jumps(without_deflation, 4, AMPLITUDES, on_the_first, 1e-6, 1e9, 0.1)
    np.testing.assert_array_equal(np.isnan(jumps.done), [False, True])
