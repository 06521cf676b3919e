"""Networks of experts beside plain ones; both sides start alike and are given the same batches."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle

import numpy as np
import torch
from torch import Tensor, nn

from compsparse.ensembles.stacked_adam import StackedAdam
from compsparse.studies.experts.learning.methods import Method, network_of
from compsparse.studies.experts.learning.network import Layer, Network

NETWORKS, BATCH, DIMENSION, CODES, LAYERS, WIDTH = 20, 256, 4, 3, 3, 24
RATE = 0.001
_BATCHES = 16


class Routed(nn.Module):
    """A layer of experts as one would write it first: a module for each, weighed by a softmax."""

    def __init__(self, layer: Layer) -> None:
        super().__init__()
        self.sees = slice(*layer.sees)
        self.router = nn.Linear(layer.codes, layer.experts)
        self.experts = nn.ModuleList(
            nn.Sequential(
                nn.Linear(DIMENSION, layer.width), nn.ReLU(), nn.Linear(layer.width, DIMENSION)
            )
            for _ in range(layer.experts)
        )

    def forward(self, z: Tensor, codes: Tensor) -> Tensor:
        """Return the outputs [example, d]."""
        gates = torch.softmax(self.router(codes[:, self.sees]), dim=1)
        found = torch.stack([expert(z) for expert in self.experts], dim=2)
        return (found * gates[:, None]).sum(dim=2)


class PlainNetwork(nn.Module):
    """Routed layers one after the other."""

    def __init__(self, layers: tuple[Layer, ...]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Routed(layer) for layer in layers)

    def forward(self, z: Tensor, codes: Tensor) -> Tensor:
        """Return the outputs [example, d]."""
        for layer in self.layers:
            z = layer(z, codes)
        return z


@dataclass(frozen=True)
class Case:
    """A comparison of all networks side by side with one plain one."""

    method: Method
    target: float | None

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers of a network."""
        return network_of(self.method, CODES, LAYERS, DIMENSION, WIDTH)

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices in a step; the lowest layer passes none on."""
        weights = [2 * layer.experts * layer.width * DIMENSION for layer in self.layers]
        return float(6 * BATCH * sum(weights) - 2 * BATCH * weights[0] / 2)

    def batches(self) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Return inputs, codes and targets [network, example, ...], noise."""
        random = np.random.default_rng(0)
        place = (NETWORKS, BATCH)
        one_hot = np.eye(CODES, dtype=np.float32)
        return [
            (
                random.standard_normal((*place, DIMENSION), dtype=np.float32),
                one_hot[random.integers(CODES, size=(*place, LAYERS))].reshape(*place, -1),
                random.standard_normal((*place, DIMENSION), dtype=np.float32),
            )
            for _ in range(_BATCHES)
        ]

    def trainings(
        self, network: int
    ) -> tuple[Network, Callable[..., None], PlainNetwork, Callable[..., None]]:
        """Return both sides and a step of each; the plain one is one of the networks."""
        stacked = Network(self.layers, DIMENSION, NETWORKS)
        stacked.initialize([np.random.default_rng(run) for run in range(NETWORKS)])
        plain = PlainNetwork(self.layers)
        plain.load_state_dict(plain_state(stacked, network))
        ours, theirs = (
            StackedAdam(stacked.parameters),
            torch.optim.Adam(plain.parameters(), lr=RATE),
        )
        rates = np.full((NETWORKS, 1), RATE, dtype=np.float32)

        def step(x: np.ndarray, codes: np.ndarray, y: np.ndarray) -> None:
            slope = stacked.forward(x, codes)
            slope -= y
            slope *= np.float32(2 / y[0].size)
            stacked.backward(slope)
            ours.step(stacked.gradient, rates)

        def plain_step(x: Tensor, codes: Tensor, y: Tensor) -> None:
            loss = nn.functional.mse_loss(plain(x, codes), y)
            theirs.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            theirs.step()

        return stacked, step, plain, plain_step

    def sides(self) -> dict[str, Callable[[], None]]:
        """Return a step of each side, on one batch after the other."""
        _, step, _, plain_step = self.trainings(0)
        batches = self.batches()
        given = cycle(batches)
        read = cycle([tuple(torch.from_numpy(part[0]) for part in batch) for batch in batches])
        return {"own": lambda: step(*next(given)), "peer": lambda: plain_step(*next(read))}


def plain_state(stacked: Network, network: int) -> dict[str, Tensor]:
    """Return the weights of one of the networks by their names in a plain one."""
    state = {}
    for place, (layer, weights) in enumerate(zip(stacked.layers, stacked.weights, strict=True)):
        values = {name: torch.from_numpy(v[network]) for name, v in weights.items()}
        state[f"layers.{place}.router.weight"] = values["router"][:-1].T
        state[f"layers.{place}.router.bias"] = values["router"][-1]
        for expert in range(layer.experts):
            units = slice(expert * layer.width, (expert + 1) * layer.width)
            name = f"layers.{place}.experts.{expert}"
            state[f"{name}.0.weight"] = values["lower"][:-1, units].T
            state[f"{name}.0.bias"] = values["lower"][-1, units]
            state[f"{name}.2.weight"] = values["upper"][units].T
            state[f"{name}.2.bias"] = values["bias"][expert]
    return state


CASES = {
    "routed by own codes, E = L = 3": Case("own", 5.0),
    "routed by all codes, E = L = 3": Case("free", 5.0),
}
