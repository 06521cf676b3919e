import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.shape import ACTIVATIONS, SLOPED
from tests.unit.studies.regime.network.plain import FUNCTIONS


@pytest.mark.parametrize("name", list(SLOPED))
@pytest.mark.parametrize("reach", [3, 12])
def test_values_and_slopes_are_those_of_the_function(name: str, reach: float) -> None:
    z = torch.linspace(-reach, reach, 4002).requires_grad_()
    value = FUNCTIONS[name](z)
    value.sum().backward()  # type: ignore[no-untyped-call]
    sums = z.detach().numpy().copy()
    plain = ACTIVATIONS[name](sums)
    slopes, scratch = np.full((2, len(sums)), np.nan, dtype=np.float32)
    SLOPED[name].write(sums, slopes, scratch)
    assert z.grad is not None
    np.testing.assert_array_equal(sums, plain)
    np.testing.assert_allclose(sums, value.detach(), atol=3e-7)
    np.testing.assert_allclose(SLOPED[name].factor * slopes, z.grad, atol=2e-6)


def test_every_curved_activation_has_slopes() -> None:
    assert {"identity", *SLOPED} == set(ACTIVATIONS) == set(FUNCTIONS)
