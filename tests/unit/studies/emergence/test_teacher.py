"""The teacher's amplitudes."""

import numpy as np
import pytest

from compsparse.studies.emergence.teacher import PowerLawTeacher


@pytest.mark.parametrize("exponent", [0.6, 1.0, 1.5])
@pytest.mark.parametrize("directions", [1, 64])
def test_simulated_and_other_directions_add_up_to_one(exponent: float, directions: int) -> None:
    teacher = PowerLawTeacher(exponent, directions)
    assert (teacher.amplitudes**2).sum() + teacher.tail == pytest.approx(1.0, rel=1e-12)


def test_amplitudes_are_a_power_law() -> None:
    amplitudes = PowerLawTeacher(0.75, 10).amplitudes
    np.testing.assert_allclose(amplitudes / amplitudes[0], np.arange(1, 11) ** -0.75)
