"""A fixed pool of sequences, each with one label: the answer to the question of one token.

Document 003, Part II, counts samples (sigma, x, y). A token is an index and a symbol, so the labels
of a pool are those of the cyclic variant, in which hops may start at any index.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from compsparse.studies.composition.attention.model import layer_outputs
from compsparse.studies.composition.worlds import Task


@dataclass(frozen=True)
class Part:
    """The sequences of a pool that are labelled for the same number of hops.

    Attributes:
        hop: 2^hop hops are asked for.
        read: the permutations that are read.
        token: asks the question.
        answer: the symbol to which its hops lead.
    """

    hop: int
    read: Int64[Tensor, "run part fold n"]
    token: Int64[Tensor, "run part"]
    answer: Int64[Tensor, "run part"]

    def select(self, chosen: slice) -> "Part":
        """Return the chosen sequences."""
        return Part(self.hop, self.read[:, chosen], self.token[:, chosen], self.answer[:, chosen])


def draw_pool(
    task: Task,
    sequences: list[np.random.Generator],
    tokens: list[np.random.Generator],
    size: int,
    hops: tuple[int, ...],
) -> list[Part]:
    """Return a pool of ``size`` sequences for each run, split evenly over ``hops``.

    Sequence s is labelled for hop number s modulo ``len(hops)``, so that a smaller pool from the
    same generators is the beginning of a larger one.
    """
    read, answers = task.sequences(sequences, size)
    token = torch.from_numpy(
        np.stack([random.integers(task.tokens, size=size) for random in tokens])
    )
    parts = []
    for place, hop in enumerate(hops):
        chosen = slice(place, None, len(hops))
        asked = token[:, chosen]
        answer = answers[hop][:, chosen].flatten(2).gather(-1, asked[..., None])[..., 0]
        parts.append(Part(hop, read[:, chosen].contiguous(), asked, answer))
    return parts


def pool_slice(pool: list[Part], start: int, end: int) -> list[Part]:
    """Return the pool of the sequences from ``start`` up to, not including, ``end``."""

    def before(place: int, sequence: int) -> int:
        return len(range(place, sequence, len(pool)))

    return [
        part.select(slice(before(place, start), before(place, end)))
        for place, part in enumerate(pool)
    ]


def weight_on_answers(
    weights: list[Float32[Tensor, "run token token"]], part: Part, layer: int
) -> Float32[Tensor, "run part"]:
    """Return the weight of each asking token on its answer, read after ``layer``, from 0.

    The same as a readout of all tokens, at the cost of one token in the layer of the readout.
    """
    folds, symbols = part.read.shape[2:]
    everywhere = (-1, -1, folds * symbols)
    token = part.token[..., None]
    if layer == 0:
        attention = weights[0].softmax(dim=-1).gather(1, token.expand(everywhere))
        start = torch.arange(folds)[:, None] * symbols
        # the weight of the pair (i, sigma_i(j)) is that of the token (i, j) that holds it
        out = attention.gather(-1, (part.read.argsort(dim=-1) + start).flatten(2))
    else:
        before = layer_outputs(weights[:layer], part.read)[-1]
        held = before.gather(2, token[..., None].expand(-1, -1, -1, folds * symbols))[:, :, 0]
        attention = (held @ weights[layer]).softmax(dim=-1)
        out = (attention[:, :, None] @ before)[:, :, 0]
    ends = (part.token // symbols + 2**part.hop - 1) % folds
    return out.gather(-1, (ends * symbols + part.answer)[..., None])[..., 0]
