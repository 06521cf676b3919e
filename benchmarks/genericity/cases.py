"""Networks that share their batch beside a plain one; both sides start alike."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from compsparse.studies.genericity.learning.network import Networks

TARGETS, RATES, BATCH, VARIABLES, WIDTH = 12, 3, 256, 30, 128
NETWORKS = TARGETS * RATES
DEGREE = 10  # of the parities that are learned
RATE = 0.001
STEPS = 16  # whose batches are there, as in a training


@dataclass(frozen=True)
class Case:
    """The comparison.

    Attributes:
        target: the ratio of times to be reached, None for none.
        draws: whether each side draws its batches: side by side one batch is of all networks, in a
            loop each network has its own.
    """

    target: float | None
    draws: bool

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices in a step of one network."""
        first, second = VARIABLES * WIDTH, WIDTH * WIDTH
        return 2.0 * BATCH * (2 * first + 3 * second + 3 * WIDTH)

    def batches(self) -> tuple[np.ndarray, np.ndarray]:
        """Return signs [step, example, n], shared, and parities [network, step, example]."""
        random = np.random.default_rng(0)
        x = np.where(random.random((STEPS, BATCH, VARIABLES)) < 0.5, np.float32(1), np.float32(-1))
        y = np.stack([x[..., first : first + DEGREE].prod(-1) for first in range(TARGETS)])
        return x, np.repeat(y, RATES, axis=0)

    def trainings(
        self, network: int
    ) -> tuple[Networks, Callable[..., None], nn.Sequential, Callable[..., None]]:
        """Return both sides and the steps of each; the plain one is one of the networks."""
        stacked = Networks(VARIABLES, WIDTH, [np.random.default_rng(r) for r in range(NETWORKS)])
        plain = plain_network([layer[network] for layer in stacked.layers()])
        optimizer = torch.optim.Adam(plain.parameters(), lr=RATE)
        rates = np.full((NETWORKS, 1), RATE, dtype=np.float32)

        def plain_steps(x: Iterable[Tensor], y: Iterable[Tensor]) -> None:
            for inputs, wanted in zip(x, y, strict=True):
                loss = nn.functional.mse_loss(plain(inputs)[:, 0], wanted)
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                optimizer.step()

        return stacked, lambda x, y: stacked.learn(x, y, rates), plain, plain_steps

    def sides(self) -> dict[str, Callable[[], None]]:
        """Return the steps of each side."""
        _, learn, _, learn_plainly = self.trainings(0)
        if self.draws:
            return {
                "own": lambda: learn(*self.batches()),
                "peer": lambda: learn_plainly(*plain_batches()),
            }
        x, y = self.batches()
        read = torch.from_numpy(x), torch.from_numpy(y[0])
        return {"own": lambda: learn(x, y), "peer": lambda: learn_plainly(*read)}


def plain_batches() -> tuple[Iterator[Tensor], Iterator[Tensor]]:
    """Return the inputs and the parities of some steps, each drawn when it is asked for."""
    drawn = (2.0 * torch.randint(2, (BATCH, VARIABLES)) - 1 for _ in range(STEPS))
    inputs, read = itertools.tee(drawn)
    return inputs, (x[:, :DEGREE].prod(1) for x in read)


def plain_network(layers: Sequence[np.ndarray]) -> nn.Sequential:
    """Return the network with these weights, whose last rows are biases."""
    modules: list[Any] = []
    for values in map(torch.tensor, layers):
        inputs, outputs = len(values) - 1, values.shape[1]
        linear = nn.Linear(inputs, outputs)
        linear.load_state_dict({"weight": values[:-1].T, "bias": values[-1]})
        modules += [linear, nn.ReLU()]
    return nn.Sequential(*modules[:-1])


CASES = {
    "30-128-128-1, batches drawn": Case(target=2.0, draws=True),
    "30-128-128-1, batches there": Case(target=None, draws=False),
}
