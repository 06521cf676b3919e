"""The attention-only model of an automaton: keys and queries learned, copies fixed.

As ``attention.model``, with a token for each index i and state q, which carries (i, q) and the
symbol a_i. Layer 1 attends from it to the token (i, q') of the next state q' and copies its pair;
the next state is learned separately for each index, as hidden permutations are. Each later layer
attends by the pair in the output of the layer before and copies that output from where it attends.
The readout of a window of 2^l symbols from i is the block of index i + 2^l - 1 of the output of
layer l + 1. All tensors have a leading axis of independent models.
"""

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor


def shapes(length: int, symbols: int, states: int, layers: int) -> list[tuple[int, ...]]:
    """Return the shape of each layer's weights in one model; the last axis is that of keys."""
    tokens = length * states
    return [(length, symbols, states, tokens), *([(tokens, tokens)] * (layers - 1))]


def layer_outputs(
    weights: list[Tensor], words: Int64[Tensor, "model batch t"]
) -> list[Float32[Tensor, "model batch token token"]]:
    """Return the output of each layer at each token: weights on the codes of all pairs."""
    models, batch, length = words.shape
    tokens = weights[0].shape[-1]
    model = torch.arange(models)[:, None, None]
    scores = weights[0][model, torch.arange(length), words]
    out = scores.reshape(models, batch, tokens, tokens).softmax(dim=-1)
    outs = [out]
    for layer in weights[1:]:
        out = (out @ layer[:, None]).softmax(dim=-1) @ out
        outs.append(out)
    return outs


def theory_keys(table: Int64[np.ndarray, "symbol state"], length: int, layers: int) -> list[Tensor]:
    """Return the key that theory assigns to each query content, layer by layer.

    Layer 1: token (i, q') for (i, a, q), where a leads from q to q'. Later: (i + 1, q) for (i, q).
    """
    start = np.arange(length) * table.shape[1]
    first = table + start[:, None, None]
    later = (np.roll(start, -1)[:, None] + np.arange(table.shape[1])).reshape(-1)
    return [torch.from_numpy(first), *([torch.from_numpy(later)] * (layers - 1))]
