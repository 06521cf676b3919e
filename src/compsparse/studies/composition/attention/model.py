"""The attention-only model: one token for each pair (i, j), keys and queries learned, copies fixed.

Document 003, Part II, 'The parallel solution': token (i, j) carries (i, j) and (i, sigma_i(j)).
Layer 1 attends by position and copies what it finds; each later layer attends by the output of the
layer before, and copies that output from where it attends. The readout of 2^l hops from i is the
block of index i + 2^l - 1 of the output of layer l + 1. Values and positions are one-hot codes of
the k N pairs, so that a layer's learned weights are one k N x k N matrix. All tensors have a
leading axis of independent models.
"""

import torch
from jaxtyping import Float32, Int64
from torch import Tensor


def layer_outputs(
    weights: list[Float32[Tensor, "model token token"]], read: Int64[Tensor, "model batch fold n"]
) -> list[Float32[Tensor, "model batch token token"]]:
    """Return the output of each layer at each token: weights on the codes of all pairs.

    Args:
        weights: of each layer; rows are contents of queries, columns are keys.
        read: the permutations that are read.
    """
    return [out for _, out in attend(weights, read)]


def attend(
    weights: list[Float32[Tensor, "model token token"]], read: Int64[Tensor, "model batch fold n"]
) -> list[tuple[Tensor, Tensor]]:
    """Return the attention [model, batch or 1, query, key] and the output of each layer."""
    models, batch, folds, symbols = read.shape
    tokens = folds * symbols
    first = weights[0].softmax(dim=-1)
    # the weight of the pair (i, sigma_i(j)) is that of the token (i, j) that holds it
    start = torch.arange(folds, device=read.device)[:, None] * symbols
    source = (read.argsort(dim=-1) + start).reshape(models, batch, 1, tokens)
    out = first[:, None].expand(-1, batch, -1, -1).gather(-1, source.expand(-1, -1, tokens, -1))
    layers = [(first[:, None], out)]
    for layer in weights[1:]:
        scores = out @ layer[:, None]
        attention = scores.softmax(dim=-1)
        out = attention @ out
        layers.append((attention, out))
    return layers


def readout(
    out: Float32[Tensor, "model batch token token"], hop: int, folds: int
) -> Float32[Tensor, "model batch fold n n"]:
    """Return the weight on each answer to 2^hop hops, for every (i, j)."""
    models, batch, tokens, _ = out.shape
    symbols = tokens // folds
    blocks = out.reshape(models, batch, folds, symbols, folds, symbols)
    index = torch.arange(folds)
    ends = (index + 2**hop - 1) % folds
    return blocks[:, :, index, :, ends].permute(1, 2, 0, 3, 4)


def theory_keys(
    hidden: Int64[Tensor, "model fold n"], layers: int
) -> list[Int64[Tensor, "model token"]]:
    """Return the key that theory assigns to each query content, layer by layer.

    Layer 1: token (i, pi_i(j)) for (i, j). Layer l + 1: token (a + 1, v) for the pair (a, v).
    """
    models, folds, symbols = hidden.shape
    start = torch.arange(folds)[:, None] * symbols
    first = (hidden + start).reshape(models, -1)
    later = (start.roll(-1, 0) + torch.arange(symbols)).reshape(1, -1).expand(models, -1)
    return [first, *([later] * (layers - 1))]
