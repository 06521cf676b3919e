"""The network and its loss written with plain torch operations, differentiated by autograd."""

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional


def hidden(parameters: Mapping[str, Tensor], embedded: Tensor, layers: int) -> Tensor:
    """Return the normalized last states of one run."""

    def normalize(z: Tensor) -> Tensor:
        return functional.rms_norm(z, z.shape[-1:], eps=1e-6)

    z = embedded
    for i in range(layers):
        gate, value, output = (parameters[f"layers.{i}.{k}"] for k in ("gate", "value", "output"))
        n = normalize(z)
        z = z + (functional.silu(n @ gate) * (n @ value)) @ output
    return normalize(z)


def gradients(
    parameters: Mapping[str, Tensor],
    layers: int,
    tokens: Tensor,
    targets: Tensor,
    embedding: Tensor | None = None,
    dtype: torch.dtype = torch.float64,
) -> dict[str, Tensor]:
    """Return the gradients of the mean cross-entropy of one run.

    ``targets`` are probabilities or output tokens; ``embedding`` is the fixed one, if any.
    """
    leaves = {name: p.detach().to(dtype).requires_grad_() for name, p in parameters.items()}
    table = leaves["input_embedding"] if embedding is None else embedding.to(dtype)
    logits = hidden(leaves, table[tokens], layers) @ leaves["output_embedding"]
    if targets.is_floating_point():
        targets = targets.to(dtype)
    functional.cross_entropy(logits, targets).backward()
    return {name: leaf.grad for name, leaf in leaves.items() if leaf.grad is not None}


def relative_error(value: Tensor, truth: Tensor) -> float:
    """Return the distance relative to the length of the truth."""
    return ((value.double() - truth.double()).norm() / truth.double().norm()).item()
