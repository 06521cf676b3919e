"""Values of a layer's units and their derivatives in one pass, written in place.

The functions are those of ``activations``; this form is for training, where every pass over memory
counts.
"""

from collections.abc import Callable

import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.regime.network.shape import LayeredShape

Rows = Float32[Tensor, "run unit pixel"]

_ZERO, _HALF, _ONE = torch.tensor(0.0), torch.tensor(0.5), torch.tensor(1.0)


def curved_groups(shape: LayeredShape) -> list[tuple[str, slice, slice]]:
    """Return the groups of units that are no identity: activation, units of the layer, and rows."""
    # rows count only such units: derivatives of the others, all 1, are not stored
    groups: list[tuple[str, slice, slice]] = []
    unit = row = 0
    for name, number in shape.units:
        if name != "identity" and number:
            groups.append((name, slice(unit, unit + number), slice(row, row + number)))
            row += number
        unit += number
    return groups


def activate_with_slopes(name: str, sums: Rows, slopes: Rows) -> None:
    """Overwrite the sums by the values of the activation, and ``slopes`` by its derivatives."""
    _STEPS[name](sums, slopes)


def _gaussian(sums: Rows, slopes: Rows) -> None:
    # 2^-86 already vanishes beside 1, and exp slows down tenfold where it underflows
    bell = torch.addcmul(_ZERO, sums, sums, value=-1).clamp_(min=-60).exp_()
    torch.addcmul(_ZERO, sums, bell, value=-4, out=slopes)
    torch.add(-_ONE, bell, alpha=2, out=sums)


def _sin(sums: Rows, slopes: Rows) -> None:
    torch.cos(sums, out=slopes)
    sums.sin_()


def _cos(sums: Rows, slopes: Rows) -> None:
    torch.sin(sums, out=slopes).neg_()
    sums.cos_()


def _sigmoid(sums: Rows, slopes: Rows) -> None:
    torch.add(-_ONE, torch.sigmoid(sums), alpha=2, out=sums)  # half the time of tanh
    torch.addcmul(_HALF, sums, sums, value=-0.5, out=slopes)


def _tanh(sums: Rows, slopes: Rows) -> None:
    sums.tanh_()
    torch.addcmul(_ONE, sums, sums, value=-1, out=slopes)


def _relu(sums: Rows, slopes: Rows) -> None:
    slopes.copy_(sums > 0)
    sums.relu_()


_STEPS: dict[str, Callable[[Rows, Rows], None]] = {
    "gaussian": _gaussian,
    "sin": _sin,
    "cos": _cos,
    "sigmoid": _sigmoid,
    "tanh": _tanh,
    "relu": _relu,
}
