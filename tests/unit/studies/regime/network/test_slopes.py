import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.activations import ACTIVATIONS
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.slopes import activate_with_slopes, curved_groups

CURVED = [name for name in ACTIVATIONS if name != "identity"]


@pytest.mark.parametrize("name", CURVED)
def test_values_and_slopes_are_those_of_the_function(name: str) -> None:
    for reach in (3, 12):
        z = torch.linspace(-reach, reach, 4002).view(1, 1, -1).requires_grad_()
        value = ACTIVATIONS[name](z)
        value.sum().backward()  # type: ignore[no-untyped-call]
        sums = z.detach().clone()
        slopes = torch.full_like(sums, torch.nan)
        activate_with_slopes(name, sums, slopes)
        assert z.grad is not None
        np.testing.assert_allclose(sums, value.detach(), atol=1e-7)
        np.testing.assert_allclose(slopes, z.grad, atol=2e-6)


def test_groups_skip_identity_wherever_it_stands() -> None:
    shape = LayeredShape(1, (("sin", 2), ("identity", 3), ("relu", 0), ("gaussian", 1)))
    assert curved_groups(shape) == [
        ("sin", slice(0, 2), slice(0, 2)),
        ("gaussian", slice(5, 6), slice(2, 3)),
    ]
