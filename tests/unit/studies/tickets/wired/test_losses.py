"""Losses of margins, by hand."""

import numpy as np
import torch

from compsparse.studies.tickets.wired.losses import error, hinge_slope, ramp

MARGINS = torch.tensor([[-2.0, 0.0, 0.25, 3.0], [float("nan"), 1.0, 1.0, 0.5]])
ALL = torch.ones(2, 4, dtype=torch.bool)


def test_ramp_and_error_count_what_is_seen() -> None:
    np.testing.assert_allclose(ramp(MARGINS, ALL), [1 + 1 + 0.75, 1 + 0.5])
    np.testing.assert_allclose(error(MARGINS, ALL), [2, 1])
    last = ALL.clone()
    last[:, :2] = False
    np.testing.assert_allclose(ramp(MARGINS, last), [0.75, 0.5])
    np.testing.assert_allclose(error(MARGINS, last), [0, 0])


def test_the_slope_is_that_of_the_mean_hinge_loss() -> None:
    outputs = torch.tensor([[0.5, -0.5, 2.0, -2.0]], requires_grad=True)
    labels = torch.tensor([[1.0, 1.0, 1.0, 1.0]])
    (1 - outputs * labels).clamp(min=0).mean().backward()  # type: ignore[no-untyped-call]
    assert outputs.grad is not None
    torch.testing.assert_close(hinge_slope(outputs.detach(), labels), outputs.grad)
    torch.testing.assert_close(hinge_slope(-outputs.detach(), -labels), -outputs.grad)
