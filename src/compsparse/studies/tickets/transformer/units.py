"""Hidden units of MLPs that something leaves: with few weights, most units are dead."""

import torch
from jaxtyping import Bool, Int64
from torch import Tensor

# along which axis of an MLP's array, the networks' included, its units stand
_AXIS = {"up": 2, "down": 1, "up_shift": 1}


def live_units(
    down: Bool[Tensor, "network hidden width"],
) -> Int64[Tensor, "network live"]:
    """Return the units of each network that a weight leaves, and dead ones up to equal numbers."""
    live = down.any(dim=2)
    most = int(live.sum(dim=1).max())
    return live.byte().argsort(dim=1, descending=True, stable=True)[:, :most]


def take_units(name: str, values: Tensor, units: Int64[Tensor, "network live"]) -> Tensor:
    """Return an array of the MLP without its other units."""
    if name not in _AXIS:
        return values
    return values.gather(_AXIS[name], _index(name, values, units))


def put_units(
    name: str, values: Tensor, units: Int64[Tensor, "network live"], like: Tensor
) -> Tensor:
    """Return the whole array of which ``values`` are some units: zero in others."""
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
