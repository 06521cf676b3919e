"""Adam on rows of one array, in both orders of factors, beside torch's."""

import numpy as np
import pytest
import torch

from compsparse.ensembles.scaled_adam import ScaledAdam
from compsparse.ensembles.stacked_adam import StackedAdam


@pytest.mark.parametrize("kind", [StackedAdam, ScaledAdam])
def test_it_is_that_of_torch_and_goes_on_with_some(kind: type[StackedAdam | ScaledAdam]) -> None:
    random = np.random.default_rng(0)
    start = random.standard_normal((3, 5)).astype(np.float32)
    ours, theirs = kind(start.copy()), torch.nn.Parameter(torch.from_numpy(start.copy()))
    peer = torch.optim.Adam([theirs], lr=0.01)
    rates = np.full((3, 1), 0.01, dtype=np.float32)
    kept = np.array([True, False, True])
    for step in range(20):
        # the smallest ones are of the size of Adam's epsilon
        gradient = (random.standard_normal((3, 5)) * 10.0 ** -np.arange(0, 10, 2)).astype("f")
        theirs.grad = torch.from_numpy(gradient.copy())
        peer.step()
        if step == 10:
            ours.keep(kept)
        rows = kept if step >= 10 else np.ones(3, bool)
        ours.step(gradient[rows], rates[rows])
    expected = theirs.detach().numpy()[kept]
    np.testing.assert_allclose(ours.parameters, expected, rtol=1e-4, atol=1e-6)


def test_rows_that_take_several_steps_before_others_end_alike() -> None:
    random = np.random.default_rng(1)
    start = random.standard_normal((4, 3)).astype(np.float32)
    gradients = random.standard_normal((5, 4, 3)).astype(np.float32)
    rates = np.full((4, 1), 0.01, dtype=np.float32)
    together, apart = ScaledAdam(start.copy()), ScaledAdam(start.copy())
    for gradient in gradients:
        together.step(gradient.copy(), rates)
    for part in (slice(0, 3), slice(3, 4)):
        optimizer = apart.rows(part)
        for gradient in gradients:
            optimizer.step(gradient[part].copy(), rates[part])
    np.testing.assert_array_equal(apart.parameters, together.parameters)
