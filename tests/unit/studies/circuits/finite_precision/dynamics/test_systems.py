"""Systems as gates, as whole numbers and as real numbers; sums in two's complement."""

import numpy as np
import pytest

from compsparse.studies.circuits.circuit.bits import bits_of
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import (
    SYSTEMS,
    shifted_down,
    signed_sum,
)
from compsparse.studies.circuits.finite_precision.dynamics.system import (
    WHOLE,
    System,
    cut,
)
from compsparse.studies.circuits.finite_precision.dynamics.trajectories import (
    places_for,
    repeated,
    rounding_errors,
)
from tests.unit.studies.circuits.arithmetic.whole_numbers import on_all, signed

ALL = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)


def bits(states: np.ndarray, fraction: int) -> np.ndarray:
    parts = [bits_of(part.astype(np.uint64), WHOLE + fraction) for part in states]
    return np.concatenate(parts, axis=1)


@ALL
@pytest.mark.parametrize("fraction", [4, 7, 13])
def test_gates_are_whole_number_arithmetic(system: System, fraction: int) -> None:
    draws = np.random.default_rng(fraction).random((2, 200))
    states = cut(system.starts(draws), fraction)
    step = system.step(fraction)
    assert step.fan_in == 3
    for count in (1, 3):
        wanted = states
        for _ in range(count):
            wanted = system.whole(wanted, fraction)
        circuit = repeated(step, count)
        assert circuit.size == count * step.size
        outputs = PackedCircuit(circuit).evaluate_bits(bits(states, fraction))
        np.testing.assert_array_equal(outputs, bits(wanted, fraction))


@ALL
def test_one_step_cuts_by_a_few_units(system: System) -> None:
    starts = system.starts(np.random.default_rng(0).random((2, 500)))
    for fraction in (8, 16, 24):
        assert rounding_errors(system, starts, fraction, 1).max() < 4 * 2.0**-fraction


@ALL
def test_trajectories_stay_where_numbers_reach(system: System) -> None:
    states = system.starts(np.random.default_rng(0).random((2, 2000)))
    for _ in range(300):
        states = system.real(states)
        assert np.abs(states).max() < 1.95


def test_the_oscillator_runs_backwards_after_a_turn() -> None:
    system = SYSTEMS["oscillator"]
    starts = system.starts(np.random.default_rng(0).random((2, 50)))
    states = starts
    for _ in range(2):
        for _ in range(10):
            states = system.real(states)
        states = states * np.array([[1.0], [-1.0]])
    np.testing.assert_allclose(states, starts, atol=1e-12)


def test_the_oscillator_is_harmonic_near_its_rest() -> None:
    # leapfrog with step h turns by the angle of cosine 1 - h^2 / 2
    states = np.array([[1e-6], [0.0]])
    positions = [states[0, 0]]
    for _ in range(40):
        states = SYSTEMS["oscillator"].real(states)
        positions.append(states[0, 0])
    angle = np.arccos(1 - 0.25**2 / 2)
    np.testing.assert_allclose(positions, 1e-6 * np.cos(angle * np.arange(41)), atol=1e-14)


def test_henon_has_its_known_fixed_point() -> None:
    x = (-0.7 + np.sqrt(0.49 + 5.6)) / 2.8
    state = 1.4 * np.array([[x], [0.3 * x]])
    np.testing.assert_allclose(SYSTEMS["henon"].real(state), state, atol=1e-15)


def test_henon_contracts_areas_by_three_tenths() -> None:
    point, reach = np.array([[0.4], [0.1]]), 1e-6
    moved = SYSTEMS["henon"].real(point + reach * np.array([[0, 1, 0], [0, 0, 1]]))
    edges = (moved[:, 1:] - moved[:, :1]) / reach
    assert abs(np.linalg.det(edges)) == pytest.approx(0.42 / 1.4, rel=1e-5)


def test_sums_of_signed_numbers() -> None:
    for fold in (False, True):
        a, b, result = on_all(
            lambda made, a, b: signed_sum(made, [a, shifted_down(a, 1)], [b], 5), 4, 4, fold=fold
        ).T
        wanted = signed(a, 4) + (signed(a, 4) >> 1) - signed(b, 4) + 5
        np.testing.assert_array_equal(result, wanted % 16)


def test_places_for_an_accuracy() -> None:
    assert [places_for(bits, 8) for bits in (-3.0, 0.0, 0.1, 3.0, 3.5)] == [9, 9, 10, 12, 13]


def test_mistakes_of_callers_are_told() -> None:
    for fraction in (3, 29):
        with pytest.raises(ValueError, match="allowed are 4 to 28"):
            SYSTEMS["henon"].step(fraction)
        with pytest.raises(ValueError, match="allowed are 4 to 28"):
            cut(np.zeros((2, 1)), fraction)
    with pytest.raises(ValueError, match=r"Numbers of \[1, 2\] places"):
        signed_sum(Builder(3), [[0], [1, 2]])
