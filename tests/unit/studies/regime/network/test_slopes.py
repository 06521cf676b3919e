import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.activations import ACTIVATIONS
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.slopes import activate_with_slopes, curved_groups


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_values_and_slopes_are_those_of_the_table(name: str) -> None:
    z = torch.linspace(-12, 12, 4001).view(1, 1, -1)
    sums, slopes = z.clone(), torch.full_like(z, torch.nan)
    activate_with_slopes(name, sums, slopes)
    activation = ACTIVATIONS[name]
    value = activation.function(z)
    np.testing.assert_allclose(sums, value, atol=1e-7)
    np.testing.assert_allclose(slopes, activation.derivative(z, value), atol=1e-6)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_slopes_are_those_of_autograd(name: str) -> None:
    z = torch.linspace(-3, 3, 602).view(1, 1, -1).requires_grad_()
    ACTIVATIONS[name].function(z).sum().backward()  # type: ignore[no-untyped-call]
    sums = z.detach().clone()
    slopes = torch.empty_like(sums)
    activate_with_slopes(name, sums, slopes)
    assert z.grad is not None
    np.testing.assert_allclose(slopes, z.grad, atol=2e-6)


def test_groups_skip_identity_wherever_it_stands() -> None:
    shape = LayeredShape(1, (("sin", 2), ("identity", 3), ("relu", 0), ("gaussian", 1)))
    assert curved_groups(shape) == [
        ("sin", slice(0, 2), slice(0, 2)),
        ("gaussian", slice(5, 6), slice(2, 3)),
    ]
