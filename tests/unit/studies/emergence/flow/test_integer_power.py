"""Powers by multiplication."""

import numpy as np
import pytest

from compsparse.studies.emergence.flow.forces import integer_power


@pytest.mark.parametrize("exponent", range(1, 10))
def test_powers_are_those_of_numpy(exponent: int) -> None:
    x = np.linspace(-2, 2, 9)
    np.testing.assert_allclose(integer_power(x, exponent), x**exponent, rtol=1e-14)
