"""One layer of the attention-only model, taken k times: step t reads at index t.

The layer is the first one of ``attention.model``: its keys are learned, a k N x k N matrix, and it
copies the codes that it attends to. Asked for (t, c), it gives weights to pairs; those of index t
are the weights on the next symbol. All tensors have a leading axis of independent models.
"""

import torch
import torch.nn.functional as F  # noqa: N812, the name it has everywhere
from jaxtyping import Float32, Int64
from torch import Tensor


def step(
    layer: Float32[Tensor, "model token token"],
    read: Int64[Tensor, "model batch fold n"],
    index: int,
) -> Float32[Tensor, "model batch n n"]:
    """Return the weight on each next symbol (columns) when each symbol (rows) is asked at index."""
    symbols = read.shape[-1]
    block = slice(index * symbols, (index + 1) * symbols)
    keys = layer[:, block].softmax(dim=-1)[:, None, :, block].expand(-1, read.shape[1], -1, -1)
    # a value has the weight of the token that holds it
    source = read[:, :, index].argsort(dim=-1)[:, :, None].expand(-1, -1, symbols, -1)
    return keys.gather(-1, source)


def teacher_forced(
    layer: Float32[Tensor, "model token token"],
    read: Int64[Tensor, "model batch fold n"],
    start: Int64[Tensor, "model batch"],
    chain: Int64[Tensor, "model batch fold"],
) -> Float32[Tensor, "model batch fold"]:
    """Return the weight of each step on the chain's next symbol, given the right ones before it."""
    before = torch.cat([start[..., None], chain[..., :-1]], dim=-1)
    found = []
    for index in range(read.shape[2]):
        weights = _row(step(layer, read, index), before[..., index])
        found.append(weights.gather(-1, chain[..., index : index + 1])[..., 0])
    return torch.stack(found, dim=-1)


def generate(
    layer: Float32[Tensor, "model token token"],
    read: Int64[Tensor, "model batch fold n"],
    start: Int64[Tensor, "model batch"],
) -> Int64[Tensor, "model batch fold"]:
    """Return the symbols of greatest weight, each generated from the one before."""
    symbols = [start]
    for index in range(read.shape[2]):
        symbols.append(_row(step(layer, read, index), symbols[-1]).argmax(dim=-1))
    return torch.stack(symbols[1:], dim=-1)


def unroll(
    layer: Float32[Tensor, "model token token"],
    read: Int64[Tensor, "model batch fold n"],
    start: Int64[Tensor, "model batch"],
) -> Float32[Tensor, "model batch n"]:
    """Return the weights on the answer after k steps, each step mixed by the weights before it."""
    weights = F.one_hot(start, read.shape[-1]).to(layer.dtype)
    for index in range(read.shape[2]):
        weights = (weights[:, :, None] @ step(layer, read, index))[:, :, 0]
    return weights


def _row(
    weights: Float32[Tensor, "model batch n n"], symbol: Int64[Tensor, "model batch"]
) -> Float32[Tensor, "model batch n"]:
    rows = symbol[..., None, None].expand(-1, -1, 1, weights.shape[-1])
    return weights.gather(2, rows)[:, :, 0]
