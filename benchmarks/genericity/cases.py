"""Networks that share their batch beside a plain one; both sides start alike."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from compsparse.studies.genericity.learning.network import Networks

NETWORKS, BATCH, VARIABLES, WIDTH = 36, 256, 30, 128
RATE = 0.001
_BATCHES = 16


@dataclass(frozen=True)
class Case:
    """The comparison."""

    target: float | None = 2.0

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices in a step of one network."""
        first, second = VARIABLES * WIDTH, WIDTH * WIDTH
        return 2.0 * BATCH * (2 * first + 3 * second + 3 * WIDTH)

    def batches(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return inputs [example, n], shared, and targets [network, example], noise."""
        random = np.random.default_rng(0)
        return [
            (
                random.standard_normal((BATCH, VARIABLES), dtype=np.float32),
                random.standard_normal((NETWORKS, BATCH), dtype=np.float32),
            )
            for _ in range(_BATCHES)
        ]

    def trainings(
        self, network: int
    ) -> tuple[Networks, Callable[..., None], nn.Sequential, Callable[..., None]]:
        """Return both sides and a step of each; the plain one is one of the networks."""
        stacked = Networks(VARIABLES, WIDTH, [np.random.default_rng(r) for r in range(NETWORKS)])
        plain = plain_network(stacked.adam.parameters[network])
        optimizer = torch.optim.Adam(plain.parameters(), lr=RATE)
        rates = np.full((NETWORKS, 1), RATE, dtype=np.float32)

        def plain_step(x: Tensor, y: Tensor) -> None:
            loss = nn.functional.mse_loss(plain(x)[:, 0], y)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()

        return stacked, lambda x, y: stacked.learn(x, y, rates), plain, plain_step

    def sides(self) -> dict[str, Callable[[], None]]:
        """Return a step of each side, on one batch after the other."""
        _, step, _, plain_step = self.trainings(0)
        batches = self.batches()
        given = cycle(batches)
        read = cycle([(torch.from_numpy(x), torch.from_numpy(y[0])) for x, y in batches])
        return {"own": lambda: step(*next(given)), "peer": lambda: plain_step(*next(read))}


def plain_network(row: np.ndarray) -> nn.Sequential:
    """Return the network with these parameters: weights and biases, layer by layer."""
    modules: list[Any] = []
    for inputs, outputs in ((VARIABLES, WIDTH), (WIDTH, WIDTH), (WIDTH, 1)):
        size = (inputs + 1) * outputs
        values = torch.from_numpy(row[:size].reshape(inputs + 1, outputs).copy())
        row = row[size:]
        linear = nn.Linear(inputs, outputs)
        linear.load_state_dict({"weight": values[:-1].T, "bias": values[-1]})
        modules += [linear, nn.ReLU()]
    return nn.Sequential(*modules[:-1])


CASES = {"30-128-128-1, one batch": Case()}
