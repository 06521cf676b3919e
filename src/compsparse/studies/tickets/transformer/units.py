"""Live hidden units of MLPs, with outgoing weights: in sparse networks, most units are dead."""

import torch
from jaxtyping import Bool, Int64
from torch import Tensor

# axis of the hidden units, the first axis is the networks'
_AXIS = {"up": 2, "down": 1, "up_shift": 1}


def live_units(
    down: Bool[Tensor, "network hidden width"],
) -> Int64[Tensor, "network live"]:
    """Return the live units of each network, padded with dead ones to equal numbers."""
    live = down.any(dim=2)
    most = int(live.sum(dim=1).max())
    return live.byte().argsort(dim=1, descending=True, stable=True)[:, :most]


def take_units(name: str, values: Tensor, units: Int64[Tensor, "network live"]) -> Tensor:
    """Return an array of the MLP with only these units."""
    if name not in _AXIS:
        return values
    return values.gather(_AXIS[name], _index(name, values, units))


def put_units(
    name: str, values: Tensor, units: Int64[Tensor, "network live"], like: Tensor
) -> Tensor:
    """Return the array of all units, zero but for ``values`` at these."""
    if name not in _AXIS:
        return values
    whole = torch.zeros_like(like)
    return whole.scatter_(_AXIS[name], _index(name, whole, units), values)


def _index(name: str, values: Tensor, units: Int64[Tensor, "network live"]) -> Tensor:
    axis, shape = _AXIS[name], list(values.shape)
    shape[axis] = units.shape[1]
    aligned = [1] * len(shape)
    aligned[0], aligned[axis] = units.shape
    return units.view(aligned).expand(shape)
