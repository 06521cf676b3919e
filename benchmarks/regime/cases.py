"""Stacked layered networks beside a plain one: a layer each, autograd, torch's optimizers."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, pairwise

import numpy as np
import torch
from torch import Tensor, nn

from compsparse.studies.regime.network.recipe import Recipe, lecun_normal
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import Descent

SKULL = LayeredShape(12, (("identity", 17), ("gaussian", 4), ("sin", 1)))
NETWORKS, PIXELS, SIDE, RATE = 5, 512, 128, 1e-4


class PlainNetwork(nn.Module):
    """The layers as one would write them first."""

    def __init__(self) -> None:
        super().__init__()
        pairs = pairwise([4, *[SKULL.width] * SKULL.depth, 3])
        self.layers = nn.ModuleList(nn.Linear(below, above, bias=False) for below, above in pairs)

    def forward(self, values: Tensor) -> Tensor:
        """Return red, green, blue of pixels [pixel, input]."""
        for layer in self.layers[:-1]:
            identity, gaussian, sine = layer(values).split([17, 4, 1], dim=1)
            curved = [2 * torch.exp(-(gaussian**2)) - 1, torch.sin(sine)]
            values = torch.cat([identity, *curved], dim=1)
        hue, saturation, brightness = self.layers[-1](values).unbind(1)
        s, v = saturation.clamp(0, 1), brightness.abs().clamp(max=1)
        sixths = 6 * torch.remainder(hue, 1)
        channels = []
        for offset in (5, 3, 1):
            k = torch.remainder(offset + sixths, 6)
            channels.append(v - v * s * torch.minimum(k, 4 - k).clamp(0, 1))
        return torch.stack(channels, dim=1)


@dataclass(frozen=True)
class Case:
    """A comparison of all networks side by side with one plain one."""

    optimizer: str
    target: float | None

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices in a step of one network."""
        gradient = 6.0 * PIXELS * SKULL.weights
        iterations = 5 * 3 * 2.0 * (SKULL.depth - 1) * SKULL.width**3
        return gradient + (iterations if self.optimizer == "muon" else 0)

    def plain(self) -> tuple[PlainNetwork, list[torch.optim.Optimizer]]:
        """Return a plain network and its optimizers."""
        network = PlainNetwork()
        weights = list(network.parameters())
        if self.optimizer == "adam":
            return network, [torch.optim.Adam(weights, lr=RATE)]
        muon = torch.optim.Muon(weights[1:-1], lr=RATE, weight_decay=0.0)
        return network, [muon, torch.optim.Adam([weights[0], weights[-1]], lr=RATE)]

    def sides(self) -> dict[str, Callable[[], None]]:
        """Return one step of each side."""
        randoms = [np.random.default_rng(run) for run in range(NETWORKS)]
        wanted = np.random.default_rng(0).random((1, 3, SIDE**2), dtype=np.float32)
        recipe = Recipe(self.optimizer, RATE, RATE, 1, PIXELS)
        start = lecun_normal(SKULL, randoms)
        descent, steps = Descent(SKULL, wanted, start, None, recipe, randoms), count()
        network, optimizers = self.plain()
        inputs, colours = torch.rand(PIXELS, 4), torch.rand(PIXELS, 3)

        def own() -> None:
            descent.step(next(steps))

        def peer() -> None:
            network.zero_grad()
            ((network(inputs) - colours) ** 2).mean().backward()
            gradients = [w.grad for w in network.parameters() if w.grad is not None]
            norm = torch.linalg.vector_norm(torch.cat([g.flatten() for g in gradients]))
            for gradient in gradients:
                gradient /= norm
            for optimizer in optimizers:
                optimizer.step()

        return {"own": own, "peer": peer}


CASES = {"Adam, 512 pixels": Case("adam", 4.0), "Muon, 512 pixels": Case("muon", 4.0)}
