"""A round's training: masked MLPs side by side, everything else frozen, gradients by hand."""

from collections.abc import Mapping

import numpy as np
import torch
from jaxtyping import Bool, Float32, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.transformer.frozen import Frozen, normalized
from compsparse.studies.tickets.transformer.masks import MLP_WEIGHTS
from compsparse.studies.tickets.transformer.model import EPSILON, Arrays

_TOGETHER = 4  # networks whose activations fit into a core's cache
_UNITS = {"up": 2, "down": 1, "up_shift": 1}  # axis of the hidden units; networks come first


def mlp_logits(weights: Arrays, fixed: Frozen) -> Float32[np.ndarray, "network row output"]:
    """Return the logit of each output bit."""
    hidden = np.matmul(fixed.read, weights["up"])
    hidden += weights["up_shift"][:, None]
    # with the number 0 it takes four times as long
    np.maximum(hidden, np.zeros_like(hidden[0, 0]), out=hidden)
    stream = np.matmul(hidden, weights["down"])
    stream += weights["down_shift"][:, None]
    stream += fixed.stream
    return np.asarray(np.matmul(normalized(stream), fixed.readout) + fixed.readout_bias)


def mlp_gradient(weights: Arrays, batch: Frozen, gradient: Arrays) -> None:
    """Overwrite the gradient of the cross-entropy, a mean over rows and a sum over outputs."""
    hidden = np.matmul(batch.read, weights["up"])
    hidden += weights["up_shift"][:, None]
    # with the number 0 it takes four times as long
    np.maximum(hidden, np.zeros_like(hidden[0, 0]), out=hidden)
    normal = np.matmul(hidden, weights["down"])
    normal += weights["down_shift"][:, None]
    normal += batch.stream
    share = np.float32(1 / normal.shape[2])
    normal -= normal.sum(axis=2, keepdims=True) * share
    variance = np.einsum("nrf,nrf->nr", normal, normal)[..., None] * share
    inverse = 1 / np.sqrt(variance + np.float32(EPSILON))
    normal *= inverse
    logits = np.matmul(normal, batch.readout)
    logits += batch.readout_bias
    slope = np.tanh(logits * np.float32(0.5))  # a sigmoid that cannot overflow
    slope += 1 - 2 * batch.labels
    slope *= np.float32(0.5 / slope.shape[1])
    change = np.matmul(slope, batch.readout.swapaxes(1, 2))
    along = np.einsum("nrf,nrf->nr", change, normal)[..., None] * share
    change -= change.sum(axis=2, keepdims=True) * share
    normal *= along
    change -= normal
    change *= inverse
    np.matmul(hidden.swapaxes(1, 2), change, out=gradient["down"])
    np.sum(change, axis=1, out=gradient["down_shift"])
    to_hidden = np.matmul(change, weights["down"].swapaxes(1, 2))
    to_hidden *= hidden > 0
    np.matmul(batch.read.swapaxes(1, 2), to_hidden, out=gradient["up"])
    np.sum(to_hidden, axis=1, out=gradient["up_shift"])


class MlpRound:
    """MLPs in training; masked weights stay zero.

    Dead hidden units, without outgoing weights, are left out of the arithmetic; their incoming
    weights become zero, so the next round prunes them first.
    """

    def __init__(
        self,
        start: Arrays,
        masks: Mapping[str, Bool[np.ndarray, "network row column"]],
        learned: Frozen,
        networks: Int64[np.ndarray, " network"],
        *,
        l1: float,
    ) -> None:
        """Start.

        Args:
            start: the MLPs' arrays by name.
            masks: of the two matrices.
            learned: the frozen parts of all networks, on training data.
            networks: those that are trained.
            l1: L1 penalty.
        """
        self._learned, self._networks, self._l1 = learned, networks, l1
        self._units, self._like = live_units(masks["down"]), start
        small = {name: take_units(name, values, self._units) for name, values in start.items()}
        self._factors = {
            name: torch.from_numpy(take_units(name, mask, self._units).astype(np.float32))
            for name, mask in masks.items()
        }
        shapes = {name: values.shape[1:] for name, values in small.items()}
        self._parameters = Parameters(len(networks), shapes)
        for name, view in self._parameters.views.items():
            view.copy_(torch.from_numpy(small[name]))
            if name in self._factors:
                view.mul_(self._factors[name])
        self._gradient = self._parameters.zeros_like()
        self._parts = [
            (part, _part(self._parameters, part), _part(self._gradient, part))
            for first in range(0, len(networks), _TOGETHER)
            for part in (slice(first, first + _TOGETHER),)
        ]
        self._optimizer = Adam(self._parameters.flat, self._gradient.flat)

    @np.errstate(over="ignore", invalid="ignore")  # what diverges is refused by ``weights``
    def update(self, chosen: Int64[np.ndarray, "network batch"], rate: float) -> None:
        """Do one update of every MLP, on sequences of its own."""
        for part, weights, gradient in self._parts:
            batch = self._learned.batch(self._networks[part], chosen[part])
            mlp_gradient(weights, batch, gradient)
        add_l1_gradient(self._parameters.views, self._gradient.views, self._l1)
        for name, factor in self._factors.items():
            self._gradient.views[name].mul_(factor)
        self._optimizer.step(rate)

    def weights(self) -> dict[str, np.ndarray]:
        """Return the MLPs' arrays by name.

        Raises:
            FloatingPointError: the training diverged.
        """
        if not bool(torch.isfinite(self._parameters.flat).all()):
            raise FloatingPointError("A round diverged; lower train.rate in params.yaml.")
        return {
            name: put_units(name, values, self._units, self._like[name])
            for name, values in self._parameters.arrays().items()
        }


def add_l1_gradient(
    weights: Mapping[str, Tensor], gradient: Mapping[str, Tensor], penalty: float
) -> None:
    """Add to the gradient of the MLP's weights that of ``penalty`` times their absolute values."""
    for name in MLP_WEIGHTS:
        gradient[name].add_(weights[name].sign(), alpha=penalty)


def live_units(
    down: Bool[np.ndarray, "network hidden width"],
) -> Int64[np.ndarray, "network live"]:
    """Return the live units of each network, padded with dead ones to equal numbers."""
    dead = ~down.any(axis=2)
    most = int((~dead).sum(axis=1).max())
    return dead.argsort(axis=1, kind="stable")[:, :most]


def take_units(
    name: str, values: np.ndarray, units: Int64[np.ndarray, "network live"]
) -> np.ndarray:
    """Return an array of the MLP with only these units."""
    if name not in _UNITS:
        return values
    return np.take_along_axis(values, _index(name, values, units), axis=_UNITS[name])


def put_units(
    name: str, values: np.ndarray, units: Int64[np.ndarray, "network live"], like: np.ndarray
) -> np.ndarray:
    """Return the array of all units, zero but for ``values`` at these."""
    if name not in _UNITS:
        return values
    whole = np.zeros_like(like)
    np.put_along_axis(whole, _index(name, whole, units), values, axis=_UNITS[name])
    return whole


def _index(
    name: str, values: np.ndarray, units: Int64[np.ndarray, "network live"]
) -> Int64[np.ndarray, "network ..."]:
    aligned = [1] * values.ndim
    aligned[0], aligned[_UNITS[name]] = units.shape
    return units.reshape(aligned)


def _part(parameters: Parameters, part: slice) -> Arrays:
    return {name: view.numpy()[part] for name, view in parameters.views.items()}
