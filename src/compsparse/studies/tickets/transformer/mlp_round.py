"""A round's training: masked MLPs side by side, everything else frozen."""

from collections.abc import Mapping

import torch
from jaxtyping import Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.transformer.frozen import Frozen
from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED
from compsparse.studies.tickets.transformer.masks import Kept
from compsparse.studies.tickets.transformer.mlp_gradient import MlpGradient
from compsparse.studies.tickets.transformer.model import add_l1_gradient
from compsparse.studies.tickets.transformer.units import live_units, put_units, take_units


class MlpRound:
    """MLPs in training; masked weights stay zero.

    Dead hidden units, without outgoing weights, are left out of the arithmetic; their incoming
    weights become zero, so the next round prunes them first.
    """

    def __init__(
        self,
        start: Mapping[str, Tensor],
        masks: Mapping[str, Kept],
        learned: Frozen,
        networks: Int64[Tensor, " network"],
        *,
        batch: int,
        l1: float,
    ) -> None:
        """Start.

        Args:
            start: the MLPs' arrays by name.
            masks: of the two matrices.
            learned: the frozen parts of all networks, on training data.
            networks: those that are trained.
            batch: sequences of a step.
            l1: L1 penalty.
        """
        self._learned, self._networks, self._l1 = learned, networks, l1
        self._units, self._like = live_units(masks["down"]), dict(start)
        small = {name: take_units(name, values, self._units) for name, values in start.items()}
        self._factors = {
            name: take_units(name, mask, self._units).float() for name, mask in masks.items()
        }
        shapes = {name: values.shape[1:] for name, values in small.items()}
        self._parameters = Parameters(len(networks), shapes)
        for name, values in small.items():
            self._parameters.views[name].copy_(values * self._factors.get(name, 1.0))
        self._gradient = self._parameters.zeros_like()
        rows, outputs = batch * ANSWERED, learned.labels.shape[2]
        self._compute = MlpGradient(self._parameters, self._gradient, rows, outputs)
        self._optimizer = Adam(self._parameters.flat, self._gradient.flat)

    def update(self, chosen: Int64[Tensor, "network batch"], rate: float) -> None:
        """Do one update of every MLP, on sequences of its own."""
        self._compute(self._learned.batch(self._networks, chosen))
        add_l1_gradient(self._parameters.views, self._gradient.views, self._l1)
        for name, factor in self._factors.items():
            self._gradient.views[name].mul_(factor)
        self._optimizer.step(rate)

    def weights(self) -> dict[str, Tensor]:
        """Return the MLPs' arrays by name.

        Raises:
            FloatingPointError: the training diverged.
        """
        if not bool(torch.isfinite(self._parameters.flat).all()):
            raise FloatingPointError("A round diverged; lower train.rate in params.yaml.")
        return {
            name: put_units(name, values, self._units, self._like[name])
            for name, values in self._parameters.views.items()
        }
