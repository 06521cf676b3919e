"""The transformer as one would write it first: torch's encoder, autograd, sequences by loops.

Its mathematics is that of ``transformer/model.py``: pre-norm blocks without scale and bias, no
bias in attention, GELU by the hyperbolic tangent, all hops read at the end. It is the other side
of ``benchmarks/composition`` and is not used elsewhere.
"""

import random

import torch
from torch import Tensor, nn

from compsparse.studies.composition.transformer.model import Shape


class PlainTransformer(nn.Module):
    """One model."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        d, answers = shape.width, shape.hops * shape.symbols
        self.shape = shape
        self.position = nn.Embedding(shape.tokens, d)
        self.value = nn.Embedding(shape.tokens, d)
        layer = nn.TransformerEncoderLayer(
            d,
            shape.heads,
            2 * d,
            dropout=0.0,
            activation=nn.GELU(approximate="tanh"),
            batch_first=True,
            norm_first=True,
        )
        layer.self_attn = nn.MultiheadAttention(d, shape.heads, bias=False, batch_first=True)
        layer.norm1 = nn.LayerNorm(d, elementwise_affine=False)
        layer.norm2 = nn.LayerNorm(d, elementwise_affine=False)
        last = nn.LayerNorm(d, elementwise_affine=False)
        self.encoder = nn.TransformerEncoder(layer, shape.layers, last, enable_nested_tensor=False)
        self.answers = nn.Linear(d, answers)

    def forward(self, pairs: Tensor) -> Tensor:
        """Return the scores [batch, token, hop, answer] of sequences of pairs (i, sigma_i(j))."""
        x = self.position.weight + self.value(pairs)
        scores: Tensor = self.answers(self.encoder(x))
        return scores.reshape(*pairs.shape, self.shape.hops, self.shape.symbols)


def plain_sequences(
    hidden: list[list[int]], number: int, hops: int
) -> tuple[list[list[int]], list[list[list[int]]]]:
    """Return pairs [sequence, token], and answers [sequence, token, hop], one after the other."""
    folds, symbols = len(hidden), len(hidden[0])
    sequences, answers = [], []
    for _ in range(number):
        read = [random.sample(range(symbols), symbols) for _ in range(folds)]
        sequences.append([i * symbols + read[i][j] for i in range(folds) for j in range(symbols)])
        tokens = []
        for i in range(folds):
            for j in range(symbols):
                reached, found = j, []
                for step in range(2 ** (hops - 1)):
                    index = (i + step) % folds
                    reached = read[index][hidden[index][reached]]
                    if (step + 1) & step == 0:
                        found.append(reached)
                tokens.append(found)
        answers.append(tokens)
    return sequences, answers


class PlainTraining:
    """Adam, with torch's defaults, on the cross-entropy of all hops."""

    def __init__(self, shape: Shape, hidden: list[list[int]], sequences: int) -> None:
        self._hidden, self._sequences = hidden, sequences
        self._model = PlainTransformer(shape)
        self._optimizer = torch.optim.Adam(self._model.parameters(), lr=1e-3, betas=(0.9, 0.98))

    def step(self) -> None:
        """Draw sequences and do one update."""
        hops = self._model.shape.hops
        pairs, answers = plain_sequences(self._hidden, self._sequences, hops)
        self.update(torch.tensor(pairs), torch.tensor(answers))

    def update(self, pairs: Tensor, answers: Tensor) -> None:
        """Do one update on sequences that are there."""
        found = self._model(pairs)
        loss = nn.functional.cross_entropy(found.flatten(0, 2), answers.flatten())
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
