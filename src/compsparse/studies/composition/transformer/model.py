"""A transformer with MLP layers (document 003, Part II, 'Experiments'), many of them side by side.

Pre-norm blocks of attention without a mask and of an MLP with GELU; token (i, j) is the sum of a
learned code of (i, j) and one of (i, sigma_i(j)). Read from the last layer, nothing tells a layer
which hop is its own; read from layers of their own, hops supervise these. Either way answers to a
hop are a linear function, its own, of what is normalised. The document gives no more than 'a normal
transformer with MLP layers', so the rest is this project's choice. Normalisation has no scale and
shift: those before a matrix are part of it.
"""

import math
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812, the name it has everywhere
from jaxtyping import Float, Float32, Int64
from torch import Tensor

_EMBEDDING = 0.5  # of 1 / sqrt(width): two codes are added


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
        read_in: the layer, from 0, after that each hop is read; none: all after the last one.
    """

    folds: int
    symbols: int
    hops: int
    layers: int
    width: int
    heads: int
    read_in: tuple[int, ...] = ()

    @property
    def tokens(self) -> int:
        """Length of a sequence, k N."""
        return self.folds * self.symbols

    def readings(self) -> list[tuple[int, slice]]:
        """Return layers and the answers that are read after them, in the order of hops.

        Neighbouring hops that are read after the same layer are read at once.
        """
        layers = self.read_in or (self.layers - 1,) * self.hops
        found, start = [], 0
        for layer, group in groupby(layers):
            stop = start + len(list(group)) * self.symbols
            found.append((layer, slice(start, stop)))
            start = stop
        return found

    def parts(self) -> list[tuple[tuple[int, ...], float]]:
        """Return the shape of every weight, in order, and its first standard deviation."""
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
    """Return the weights of one model for each generator, each in a row as ``parts`` has them."""
    scales = np.concatenate([np.full(math.prod(of), scale) for of, scale in shape.parts()])
    drawn = np.stack([random.standard_normal(len(scales)) * scales for random in randoms])
    return torch.from_numpy(drawn.astype(np.float32))


def logits(
    shape: Shape,
    weights: Float[Tensor, "model weight"],
    read: Int64[Tensor, "model batch fold n"],
) -> Float[Tensor, "model batch fold n hop n"]:
    """Return the scores of all answers to all hops, of every (i, j)."""
    models, batch, folds, symbols = read.shape
    sizes = [math.prod(of) for of, _ in shape.parts()]
    pieces = zip(torch.split(weights, sizes, dim=1), shape.parts(), strict=True)
    parts = iter([piece.reshape(models, *of) for piece, (of, _) in pieces])
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
    answers, shift = next(parts), next(parts)
    scores = [
        F.layer_norm(after[layer], (d,)) @ answers[..., of] + shift[..., of]
        for layer, of in shape.readings()
    ]
    found: Tensor = torch.cat(scores, dim=-1).reshape(
        models, batch, folds, symbols, shape.hops, symbols
    )
    return found
