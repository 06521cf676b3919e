"""Half of the steps at one rate, then a straight line to zero."""

import pytest

from compsparse.ensembles.linear_decay import constant_then_linear


def test_the_rate_is_constant_for_half_of_the_steps_and_falls_linearly() -> None:
    rate = constant_then_linear(0.1, 8)
    found = [rate(step) for step in range(8)]
    assert found == pytest.approx([0.1, 0.1, 0.1, 0.1, 0.1, 0.075, 0.05, 0.025])
