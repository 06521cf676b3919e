"""Adam on rows of one array beside torch's."""

import numpy as np
import torch

from compsparse.ensembles.stacked_adam import StackedAdam


def test_it_is_that_of_torch_and_goes_on_with_some() -> None:
    random = np.random.default_rng(0)
    start = random.standard_normal((3, 5)).astype(np.float32)
    ours, theirs = StackedAdam(start.copy()), torch.nn.Parameter(torch.from_numpy(start.copy()))
    peer = torch.optim.Adam([theirs], lr=0.01)
    rates = np.full((3, 1), 0.01, dtype=np.float32)
    kept = np.array([True, False, True])
    for step in range(20):
        gradient = random.standard_normal((3, 5)).astype(np.float32)
        theirs.grad = torch.from_numpy(gradient.copy())
        peer.step()
        if step == 10:
            ours.keep(kept)
        rows = kept if step >= 10 else np.ones(3, bool)
        ours.step(gradient[rows], rates[rows])
    expected = theirs.detach().numpy()[kept]
    np.testing.assert_allclose(ours.parameters, expected, rtol=1e-4, atol=1e-6)
