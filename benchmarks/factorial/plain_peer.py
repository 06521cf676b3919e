"""The network of document 004 as a competent user would write it: a module, autograd, torch's Adam.

One seed at a time. It is the other side of ``benchmarks/factorial.py`` and is not used elsewhere.
"""

from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, TensorDataset


def _normalize(states: Tensor) -> Tensor:
    return states * torch.rsqrt(states.pow(2).mean(-1, keepdim=True) + 1e-6)


class _Block(nn.Module):
    def __init__(self, dimension: int, hidden: int) -> None:
        super().__init__()
        self.gate = nn.Linear(dimension, hidden, bias=False)
        self.value = nn.Linear(dimension, hidden, bias=False)
        self.output = nn.Linear(hidden, dimension, bias=False)

    def forward(self, states: Tensor) -> Tensor:
        normalized = _normalize(states)
        gated: Tensor = functional.silu(self.gate(normalized)) * self.value(normalized)
        return states + cast(Tensor, self.output(gated))


class PlainNetwork(nn.Module):
    """One network; ``embedding`` None means a learned one."""

    def __init__(
        self,
        inputs: int,
        outputs: int,
        dimension: int,
        hidden: int,
        layers: int,
        embedding: Tensor | None = None,
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(inputs, dimension)
        if embedding is not None:
            self.embedding.weight = nn.Parameter(embedding, requires_grad=False)
        self.blocks = nn.ModuleList(_Block(dimension, hidden) for _ in range(layers))
        self.unembedding = nn.Linear(dimension, outputs, bias=False)

    def forward(self, tokens: Tensor) -> Tensor:
        """Return the logits of the tokens."""
        states = self.embedding(tokens)
        for block in self.blocks:
            states = block(states)
        return cast(Tensor, self.unembedding(_normalize(states)))


class PlainTraining:
    """Training steps of one network towards exact probabilities, or towards samples of them."""

    def __init__(
        self,
        network: PlainNetwork,
        probabilities: Tensor,
        tokens: Tensor,
        *,
        learning_rate: float,
        steps: int,
        batch_size: int | None = None,
        loader: bool = False,
    ) -> None:
        """Train on the rows ``tokens`` of ``probabilities``; with ``batch_size`` on samples.

        With ``loader``, a step takes its one batch from torch's DataLoader, row by row.
        """
        dataset = TensorDataset(tokens, probabilities)
        self._loader = DataLoader(dataset, len(tokens), shuffle=True) if loader else None
        self._network, self._tokens, self._batch_size = network, tokens, batch_size
        self._probabilities = probabilities
        trained = [p for p in network.parameters() if p.requires_grad]
        self._optimizer = torch.optim.Adam(trained, lr=learning_rate)
        self._schedule = torch.optim.lr_scheduler.CosineAnnealingLR(self._optimizer, steps)

    def step(self) -> None:
        """Do one update."""
        if self._loader is not None:
            tokens, target = next(iter(self._loader))
        elif self._batch_size is None:
            tokens, target = self._tokens, self._probabilities
        else:
            tokens = torch.randint(len(self._probabilities), (self._batch_size,))
            target = torch.multinomial(self._probabilities[tokens], 1)[:, 0]
        loss = functional.cross_entropy(self._network(tokens), target)
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimizer.step()
        self._schedule.step()

    def test(self) -> float:
        """Return the cross-entropy over all inputs."""
        with torch.no_grad():
            logits = self._network(torch.arange(len(self._probabilities)))
            return functional.cross_entropy(logits, self._probabilities).item()
