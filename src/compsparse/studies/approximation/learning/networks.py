"""Networks of one shape side by side, one for each learning rate and run."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Float32

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.wirings.ensemble import Ensemble, initialize, zero_parameters
from compsparse.ensembles.wirings.shape import Shape


class Networks:
    """Networks that learn the same batches at several rates.

    Attributes:
        parameters: by rate, of the networks of all runs.
    """

    def __init__(
        self, shape: Shape, rates: int, randoms: Sequence[np.random.Generator], *, batch: int
    ) -> None:
        """Draw weights for each run, the same at all rates; allocate for batches of ``batch``."""
        drawn = zero_parameters(shape, len(randoms))
        initialize(drawn, shape, randoms)
        self.parameters: list[Parameters] = []
        self._trained = []
        for _ in range(rates):
            parameters = drawn.zeros_like()
            parameters.flat.copy_(drawn.flat)
            networks = Ensemble(shape, parameters, batch=batch)
            self.parameters.append(parameters)
            self._trained.append((networks, Adam(parameters.flat, networks.gradient.flat)))

    def copy(self, weights: Mapping[str, Float32[np.ndarray, "run _ _ _"]]) -> None:
        """Overwrite some weights, by name, at all rates."""
        for parameters in self.parameters:
            for name, values in weights.items():
                parameters.views[name].copy_(torch.from_numpy(values))

    def step(
        self,
        inputs: Float32[np.ndarray, "run d batch"],
        targets: Float32[np.ndarray, "run batch"],
        rates: Sequence[float],
        *,
        frozen: int = 0,
    ) -> None:
        """Do one update along the gradient of mean squared errors; the lowest levels may stay."""
        x, y = torch.from_numpy(inputs), torch.from_numpy(targets)
        for (networks, optimizer), rate in zip(self._trained, rates, strict=True):
            errors = networks.forward(x) - y
            networks.backward(errors.mul_(2 / targets.shape[1]), frozen=frozen)
            optimizer.step(rate)

    def predict(
        self, inputs: Float32[np.ndarray, "run d example"]
    ) -> Float32[np.ndarray, "rate run example"]:
        """Return the outputs for any number of examples."""
        x = torch.from_numpy(inputs)
        return np.stack([networks.predict(x).numpy() for networks, _ in self._trained])
