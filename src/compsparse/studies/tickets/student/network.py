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
        self._kept, self._penalized = zero_parameters(size), zero_parameters(size)
        # a unit that reads nothing is a constant, as the readout's bias is
        for name, kept in (("weights", masks), ("readout", masks.any(dim=3))):
            self._kept.views[name].fill_(1)[..., :-1] = kept
            self._penalized.views[name][..., :-1] = 1
        # views are made once: in small networks they cost as much as the arithmetic
        groups = size.runs * size.networks
        weights, to_weights, readout, to_readout = (
            parameters.views[name].view(*shape, -1)
            for name, shape in (
                ("weights", (size.runs, size.networks * size.width)),
                ("readout", (groups,)),
            )
            for parameters in (self.parameters, self.gradient)
        )
        self._rows, self._to_rows = weights.numpy(), to_weights.numpy()
        self._readout, self._shift = readout[:, :-1, None], readout[:, None, -1:]
        self._to_readout, self._to_shift = to_readout[:, :-1, None].numpy(), to_readout[:, -1:]
        shape = groups, size.width, batch
        self._hidden, self._changes = torch.empty(shape), torch.empty(shape)

    def start_at(self, first: dict[str, Float32[np.ndarray, "run network ..."]]) -> None:
        """Set the weights to the masked first weights."""
        for name, kept in self._kept.views.items():
            values = torch.from_numpy(np.ascontiguousarray(first[name]))
            self.parameters.views[name].copy_(values.view_as(kept) * kept)

    def predict(
        self, inputs: Float32[Tensor, "run example one_more"]
    ) -> Float32[Tensor, "run network example"]:
        """Return outputs; the last input is the constant 1."""
        size, examples = self.size, inputs.shape[1]
        hidden = torch.empty(size.runs * size.networks, size.width, examples)
        return self._forward(inputs, hidden).view(size.runs, size.networks, examples)

    def compute_gradient(
        self,
        inputs: Float32[Tensor, "run batch one_more"],
        targets: Float32[Tensor, "run batch"],
        penalty: float,
    ) -> None:
        """Overwrite the gradient with that of each network's loss."""
        size, hidden, changes = self.size, self._hidden, self._changes
        errors = self._forward(inputs, hidden)
        errors.view(size.runs, size.networks, -1).sub_(targets[:, None]).mul_(2 / targets.shape[1])
        np.matmul(hidden.numpy(), errors.mT.numpy(), out=self._to_readout)
        torch.sum(errors, dim=2, out=self._to_shift)
        torch.mul(self._readout, errors, out=changes)
        # the derivative of a ReLU in one pass: a Boolean mask takes three times as long
        torch.ops.aten.threshold_backward.grad_input(changes, hidden, 0.0, grad_input=changes)
        by_run = changes.numpy().reshape(size.runs, -1, changes.shape[2])
        np.matmul(by_run, inputs.numpy(), out=self._to_rows)
        gradient = self.gradient.flat
        if penalty:
            signs = self.parameters.flat.sign().mul_(self._penalized.flat)
            gradient.add_(signs, alpha=penalty)
        gradient.mul_(self._kept.flat)

    def _forward(
        self,
        inputs: Float32[Tensor, "run example one_more"],
        hidden: Float32[Tensor, "group unit example"],
    ) -> Float32[Tensor, "group 1 example"]:
        """Fill hidden units and return outputs; by numpy, as torch's products differ by maker."""
        by_run = hidden.numpy().reshape(self.size.runs, -1, hidden.shape[2])
        np.matmul(self._rows, inputs.mT.numpy(), out=by_run)
        found = np.matmul(self._readout.mT.numpy(), hidden.clamp_(min=0).numpy())
        return torch.from_numpy(found).add_(self._shift)


def r_squared(
    outputs: Float32[Tensor, "run network example"], targets: Float32[Tensor, "run example"]
) -> Float64[np.ndarray, "run network"]:
    """Return the fraction of the targets' variance that outputs explain."""
    wanted = targets[:, None].double()
    errors = ((outputs.double() - wanted) ** 2).mean(dim=2)
    return np.asarray((1 - errors / wanted.var(dim=2, correction=0)).numpy())
