"""A round's training: the weights that are left of several MLPs, side by side, all else frozen."""

from collections.abc import Mapping

import torch
from jaxtyping import Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.transformer.frozen import Around
from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED
from compsparse.studies.tickets.transformer.masks import Kept
from compsparse.studies.tickets.transformer.mlp_gradient import MlpGradient
from compsparse.studies.tickets.transformer.model import charge
from compsparse.studies.tickets.transformer.units import live_units, put_units, take_units


class MlpRound:
    """MLPs under training; masked weights stay zero.

    So do weights into a unit that nothing leaves any more, which the next round prunes first; such
    units are left out of the arithmetic.
    """

    def __init__(
        self,
        start: Mapping[str, Tensor],
        masks: Mapping[str, Kept],
        learned: Around,
        networks: Int64[Tensor, " network"],
        *,
        batch: int,
        l1: float,
    ) -> None:
        """Begin.

        Args:
            start: the MLPs' arrays by name.
            masks: of the two matrices.
            learned: what stands around the MLPs of all networks.
            networks: which of these are trained.
            batch: sequences of a step.
            l1: charge on the sizes of weights.
        """
        self._learned, self._networks, self._l1 = learned, networks, l1
        self._units, self._like = live_units(masks["down"]), dict(start)
        small = {name: take_units(name, of, self._units) for name, of in start.items()}
        self._factors = {
            name: take_units(name, of, self._units).float() for name, of in masks.items()
        }
        shapes = {name: of.shape[1:] for name, of in small.items()}
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
        charge(self._parameters.views, self._gradient.views, self._l1)
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
            name: put_units(name, of, self._units, self._like[name])
            for name, of in self._parameters.views.items()
        }
