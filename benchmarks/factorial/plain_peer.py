"""Training of the plain script's network, one seed at a time: autograd, torch's Adam.

It is the other side of ``benchmarks/factorial.py`` and is not used elsewhere.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, TensorDataset

from benchmarks.plain.factorial import Network


def plain_network(
    inputs: int, outputs: int, dimension: int, embedding: Tensor | None = None
) -> nn.Sequential:
    """Return one network of one layer, twice as wide; ``embedding`` None means a learned one."""
    table = nn.Embedding(inputs, dimension)
    if embedding is not None:
        table = nn.Embedding.from_pretrained(embedding)
    return nn.Sequential(table, Network(dimension, 2 * dimension, outputs))


class PlainTraining:
    """Training steps of one network towards exact probabilities, or towards samples of them."""

    def __init__(
        self,
        network: nn.Sequential,
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
