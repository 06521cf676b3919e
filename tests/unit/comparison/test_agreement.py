"""Two measurements agree as far as their intervals allow, in either order."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.comparison.agreement import Measured

numbers = st.floats(-1e6, 1e6)
arms = st.floats(0.0, 1e3)


def measured(value: float, below: float, above: float) -> Measured:
    return Measured(value, value - below, value + above, 4)


@pytest.mark.parametrize(
    ("shift", "agrees"),
    [(0.0, True), (4.99, True), (5.01, False), (-4.99, True), (-5.01, False)],
)
def test_the_arms_that_face_each_other_are_combined(shift: float, agrees: bool) -> None:
    # 3 and 4 make 5; the arms on the far sides, long as they are, say nothing
    up = shift >= 0
    old = measured(10.0, 100.0 if up else 3.0, 3.0 if up else 100.0)
    new = measured(10.0 + shift, 4.0 if up else 100.0, 100.0 if up else 4.0)
    assert old.agrees_with(new) is agrees


@given(st.tuples(numbers, arms, arms), st.tuples(numbers, arms, arms))
def test_agreement_has_no_direction(
    first: tuple[float, float, float], second: tuple[float, float, float]
) -> None:
    one, other = measured(*first), measured(*second)
    assert one.agrees_with(other) == other.agrees_with(one)
    assert one.agrees_with(one)


def test_rounding_agrees_without_any_interval() -> None:
    one = Measured(1.0, 1.0, 1.0, 1)
    assert one.agrees_with(Measured(1.0 + 1e-12, 1.0 + 1e-12, 1.0 + 1e-12, 1))
    assert not one.agrees_with(Measured(1.001, 1.001, 1.001, 1))


def test_a_metric_a_number_and_a_claim_are_read() -> None:
    assert Measured.read({"value": 2, "low": 1, "high": 3, "n": 5}) == Measured(2.0, 1.0, 3.0, 5)
    assert Measured.read({"value": 2, "seeds": 5}, seeds="seeds") == Measured(2.0, 2.0, 2.0, 5)
    assert Measured.read(7) == Measured(7.0, 7.0, 7.0, None)


@pytest.mark.parametrize("content", [None, "7", True, [], {}, {"value": None}, {"value": True}])
def test_what_is_no_measurement_is_none(content: object) -> None:
    assert Measured.read(content) is None


def test_infinite_values_differ_from_finite_ones() -> None:
    assert not measured(1.0, 1.0, 1.0).agrees_with(Measured(math.inf, math.inf, math.inf, 4))
