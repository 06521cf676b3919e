"""A transformer with MLP layers (document 003, Part II, 'Experiments'), many of them side by side.

Pre-norm blocks of attention without a mask and an MLP with GELU; token (i, j) is the sum of a
learned embedding of (i, j) and one of (i, sigma_i(j)). With all readouts after the last layer,
nothing assigns a hop to a layer; with a readout after each layer, hops supervise the layers. Either
way each hop has a linear readout of the normalised stream. The document says no more than 'a normal
transformer with MLP layers', so the rest is this project's choice. Normalisation has no scale and
bias: the matrices that follow would absorb them.
"""

import math
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812, the name it has everywhere
from jaxtyping import Float, Float32, Int64
from torch import Tensor

_EMBEDDING = 0.5  # in units of 1 / sqrt(width): two embeddings are added


@dataclass(frozen=True)
class Shape:
    """The sizes of a transformer.

    Attributes:
        folds: k.
        symbols: N.
        hops: how many powers of two are read.
        layers: blocks, each of attention and an MLP.
        width: d, numbers of a token; the MLP has twice as many.
        heads: of attention; they divide the width.
        readout_layers: the layer, from 0, after which each hop is read; empty: all after the last.
    """

    folds: int
    symbols: int
    hops: int
    layers: int
    width: int
    heads: int
    readout_layers: tuple[int, ...] = ()

    @property
    def tokens(self) -> int:
        """Length of a sequence, k N."""
        return self.folds * self.symbols

    def readouts(self) -> list[tuple[int, slice]]:
        """Return layers and the answers read after them, in the order of hops.

        Consecutive hops with the same layer share one readout.
        """
        layers = self.readout_layers or (self.layers - 1,) * self.hops
        found, start = [], 0
        for layer, group in groupby(layers):
            stop = start + len(list(group)) * self.symbols
            found.append((layer, slice(start, stop)))
            start = stop
        return found

    def parts(self) -> list[tuple[tuple[int, ...], float]]:
        """Return the shape of every parameter, in order, and its initial standard deviation."""
        d, residual = self.width, 1 / math.sqrt(2 * self.layers)
        code = ((self.tokens, d), _EMBEDDING / math.sqrt(d))
        block = [
            ((d, 3 * d), 1 / math.sqrt(d)),
            ((d, d), residual / math.sqrt(d)),
            ((d, 2 * d), 1 / math.sqrt(d)),
            ((1, 2 * d), 0.0),
            ((2 * d, d), residual / math.sqrt(2 * d)),
            ((1, d), 0.0),
        ]
        answers = self.hops * self.symbols
        return [code, code, *(block * self.layers), ((d, answers), d**-0.5), ((1, answers), 0.0)]


def first_weights(
    shape: Shape, randoms: list[np.random.Generator]
) -> Float32[Tensor, "model weight"]:
    """Return one model for each generator, its parameters in a row, in the order of ``parts``."""
    scales = np.concatenate([np.full(math.prod(size), scale) for size, scale in shape.parts()])
    drawn = np.stack([random.standard_normal(len(scales)) * scales for random in randoms])
    return torch.from_numpy(drawn.astype(np.float32))


def logits(
    shape: Shape,
    weights: Float[Tensor, "model weight"],
    read: Int64[Tensor, "model batch fold n"],
) -> Float[Tensor, "model batch fold n hop n"]:
    """Return the scores of all answers to all hops, of every (i, j)."""
    models, batch, folds, symbols = read.shape
    sizes = [math.prod(size) for size, _ in shape.parts()]
    pieces = zip(torch.split(weights, sizes, dim=1), shape.parts(), strict=True)
    parts = iter([piece.reshape(models, *size) for piece, (size, _) in pieces])
    d, heads = shape.width, shape.heads
    position, value = next(parts), next(parts)
    start = torch.arange(folds)[:, None] * symbols
    pairs = (read + start).reshape(models, -1, 1).expand(-1, -1, d)
    x = value.gather(1, pairs).reshape(models, batch, -1, d) + position[:, None]
    x = x.reshape(models, -1, d)
    after = []
    for _ in range(shape.layers):
        mixed = F.layer_norm(x, (d,)) @ next(parts)
        asked, offered, carried = mixed.reshape(
            models * batch, shape.tokens, 3, heads, d // heads
        ).permute(2, 0, 3, 1, 4)
        attention = (asked @ offered.transpose(-1, -2) * (d // heads) ** -0.5).softmax(dim=-1)
        x = x + (attention @ carried).transpose(1, 2).reshape(models, -1, d) @ next(parts)
        inner = F.gelu(F.layer_norm(x, (d,)) @ next(parts) + next(parts), approximate="tanh")
        x = x + inner @ next(parts) + next(parts)
        after.append(x)
    answers, bias = next(parts), next(parts)
    scores = [
        F.layer_norm(after[layer], (d,)) @ answers[..., columns] + bias[..., columns]
        for layer, columns in shape.readouts()
    ]
    found: Tensor = torch.cat(scores, dim=-1).reshape(
        models, batch, folds, symbols, shape.hops, symbols
    )
    return found
