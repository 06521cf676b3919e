"""Masked networks of one hidden layer, side by side, with the gradient of their squared errors.

Networks of a run read the same examples, so that the first layer of all of them is one product.
Masked weights are zero and stay so: their gradient is zero, and Adam leaves them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64
from torch import Tensor

from compsparse.ensembles.parameters import Parameters

_SMALLEST = 2.0**-126  # smallest positive normal number of single precision


@dataclass(frozen=True)
class Size:
    """The sizes of stacked students.

    Attributes:
        runs: replicates, each with its own examples.
        networks: per run.
        d: inputs.
        width: hidden units.
    """

    runs: int
    networks: int
    d: int
    width: int


def zero_parameters(size: Size) -> Parameters:
    """Return parameters of all networks, all zero; biases come last.

    ``weights`` is [run, network, unit, input + 1], ``readout`` [run, network, unit + 1].
    """
    shapes = {
        "weights": (size.networks, size.width, size.d + 1),
        "readout": (size.networks, size.width + 1),
    }
    return Parameters(size.runs, shapes)


def draw_first_weights(
    size: Size, randoms: Sequence[np.random.Generator]
) -> dict[str, Float32[np.ndarray, "run ..."]]:
    """Return first weights of one network for each run, by the names of the parameters.

    Weights have variance 2 / inputs, those of the readout 1 / units; biases are zero.
    """
    weights = np.zeros((size.runs, size.width, size.d + 1), np.float32)
    readout = np.zeros((size.runs, size.width + 1), np.float32)
    for run, random in enumerate(randoms):
        weights[run, :, :-1] = random.standard_normal((size.width, size.d)) * (2 / size.d) ** 0.5
        readout[run, :-1] = random.standard_normal(size.width) * (1 / size.width) ** 0.5
    return {"weights": weights, "readout": readout}


class Students:
    """Networks, their outputs and the gradient of their losses.

    The loss is the mean squared error plus an L1 penalty on all weights but the biases.
    """

    def __init__(self, size: Size, masks: Bool[Tensor, "run network unit d"], batch: int) -> None:
        """Start at zero; ``masks`` says which weights may differ from it."""
        self.size = size
        self.parameters, self.gradient = zero_parameters(size), zero_parameters(size)
        self._kept = torch.ones(self.parameters.views["weights"].shape)
        self._kept[..., :-1] = masks
        # a unit that reads nothing is a constant, as the readout's bias is
        self._alive = torch.ones(self.parameters.views["readout"].shape)
        self._alive[..., :-1] = masks.any(dim=3)
        rows = size.networks * size.width
        self._hidden = torch.empty(size.runs, rows, batch)
        self._changes = torch.empty(size.runs, rows, batch)

    def start_at(self, first: dict[str, Float32[np.ndarray, "run network ..."]]) -> None:
        """Set the weights to the masked first weights."""
        for name, kept in (("weights", self._kept), ("readout", self._alive)):
            values = torch.from_numpy(np.ascontiguousarray(first[name]))
            self.parameters.views[name].copy_(values.view_as(kept) * kept)

    def predict(
        self, inputs: Float32[Tensor, "run example one_more"]
    ) -> Float32[Tensor, "run network example"]:
        """Return outputs; the last input is the constant 1."""
        return self._read(_product(self._rows(), inputs.mT).clamp_(min=0))

    def compute_gradient(
        self,
        inputs: Float32[Tensor, "run batch one_more"],
        targets: Float32[Tensor, "run batch"],
        penalty: float,
    ) -> None:
        """Overwrite the gradient with that of each network's loss."""
        size = self.size
        hidden = _product(self._rows(), inputs.mT, self._hidden).clamp_(min=0)
        errors = (self._read(hidden) - targets[:, None]).mul_(2 / targets.shape[1])
        groups = size.runs * size.networks
        by_network = hidden.view(groups, size.width, -1)
        errors = errors.view(groups, 1, -1)
        readout = self.parameters.views["readout"].view(groups, -1)
        to_readout = self.gradient.views["readout"].view(groups, -1)
        _product(by_network, errors.mT, to_readout[:, :-1, None])
        to_readout[:, -1:] = errors.sum(dim=2)
        changes = self._changes.view(groups, size.width, -1)
        torch.mul(readout[:, :-1, None], errors, out=changes)
        # the derivative of a ReLU in one pass: a Boolean mask takes three times as long
        torch.ops.aten.threshold_backward.grad_input(changes, by_network, 0.0, grad_input=changes)
        to_weights = self.gradient.views["weights"].view(size.runs, -1, size.d + 1)
        _product(self._changes, inputs, to_weights)
        if penalty:
            weights = self.parameters.views["weights"]
            self.gradient.views["weights"][..., :-1].add_(_sign(weights)[..., :-1], alpha=penalty)
            to_readout[:, :-1].add_(_sign(readout)[:, :-1], alpha=penalty)
        self.gradient.views["weights"].mul_(self._kept)
        self.gradient.views["readout"].mul_(self._alive)

    def _rows(self) -> Float32[Tensor, "run row one_more"]:
        weights = self.parameters.views["weights"]
        return weights.view(self.size.runs, -1, self.size.d + 1)

    def _read(
        self, hidden: Float32[Tensor, "run row example"]
    ) -> Float32[Tensor, "run network example"]:
        size = self.size
        readout = self.parameters.views["readout"].view(size.runs * size.networks, 1, -1)
        by_network = hidden.view(size.runs * size.networks, size.width, -1)
        found = _product(readout[..., :-1], by_network).add_(readout[..., -1:])
        return found.view(size.runs, size.networks, -1)


def _product(first: Tensor, second: Tensor, out: Tensor | None = None) -> Tensor:
    """Return matrix products by numpy: torch's have other bytes on other makers' processors."""
    place = None if out is None else out.numpy()
    return torch.from_numpy(np.matmul(first.numpy(), second.numpy(), out=place))


def _sign(values: Float32[Tensor, "*size"]) -> Float32[Tensor, "*size"]:
    """Return -1, 0 or 1; a division takes a tenth of the time of torch.sign."""
    return values / values.abs().clamp_(min=_SMALLEST)


def r_squared(
    outputs: Float32[Tensor, "run network example"], targets: Float32[Tensor, "run example"]
) -> Float64[np.ndarray, "run network"]:
    """Return the fraction of the targets' variance that outputs explain."""
    wanted = targets[:, None].double()
    errors = ((outputs.double() - wanted) ** 2).mean(dim=2)
    return np.asarray((1 - errors / wanted.var(dim=2, correction=0)).numpy())
