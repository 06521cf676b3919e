"""A transformer of one block on tokens of bits, many side by side.

Attention is causal, with layer norm before attention, before the MLP and before the readout.
Activations are [network, sequence, token, width]; at the first token nothing is predicted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.initialization import initialize, linear_default, standard_normal
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.transformer.generate_token_tasks import ANSWERED, BITS, TOKENS

MLP_WEIGHTS = ("up", "down")
MLP = (*MLP_WEIGHTS, "up_shift", "down_shift")
_EPSILON = 1e-5  # added to variances, torch's default
Views = Mapping[str, Tensor]


@dataclass(frozen=True)
class Shape:
    """A transformer of one block.

    Attributes:
        width: of the residual stream.
        heads: of attention; they divide the width.
        hidden: units of the MLP; 0 if there is none.
        outputs: bits that are predicted at a token.
    """

    width: int
    heads: int
    hidden: int
    outputs: int

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of each parameter of a network; the MLP's come last."""
        w = self.width
        sizes: dict[str, tuple[int, ...]] = {
            "tokens": (BITS, w),
            "places": (TOKENS, w),
            "attention": (w, 3 * w),
            "attention_out": (w, w),
            **{f"{name}_{norm}": (w,) for norm in ("first", "last") for name in ("gain", "shift")},
            "reading": (w, self.outputs),
            "reading_shift": (self.outputs,),
        }
        if self.hidden:
            sizes |= {
                "gain_mlp": (w,),
                "shift_mlp": (w,),
                "up": (w, self.hidden),
                "down": (self.hidden, w),
                "up_shift": (self.hidden,),
                "down_shift": (w,),
            }
        return sizes


def first_parameters(shape: Shape, randoms: Sequence[np.random.Generator]) -> Parameters:
    """Return first weights, one network per generator: torch's defaults, but biases are zero."""
    parameters = Parameters(len(randoms), shape.sizes())
    drawn = dict.fromkeys(
        ("tokens", "attention", "attention_out", "reading", *MLP_WEIGHTS), linear_default
    )
    initializers = {
        name: drawn.get(name, _one if name.startswith("gain") else _zero)
        for name in parameters.shapes
    }
    initialize(parameters, {**initializers, "places": standard_normal}, randoms)
    return parameters


def transformer_logits(
    shape: Shape, views: Views, tokens: Float32[Tensor, "network sequence 4 8"]
) -> Float32[Tensor, "network row output"]:
    """Return the logits of the predicted bits."""
    stream = attended(shape, views, tokens)
    if shape.hidden:
        stream = stream + mlp(views, before_mlp(views, stream))
    last = normalized(stream) * views["gain_last"][:, None] + views["shift_last"][:, None]
    return torch.baddbmm(views["reading_shift"][:, None], last, views["reading"])


def attended(
    shape: Shape, views: Views, tokens: Float32[Tensor, "network sequence 4 8"]
) -> Float32[Tensor, "network row width"]:
    """Return the stream after attention at the predicting tokens, in order."""
    networks, sequences = tokens.shape[:2]
    flat = torch.bmm(tokens.reshape(networks, -1, BITS), views["tokens"])
    stream = flat.view(networks, sequences, TOKENS, -1) + views["places"][:, None]
    first = normalized(stream) * views["gain_first"][:, None, None]
    first = (first + views["shift_first"][:, None, None]).view(networks, -1, shape.width)
    projected = torch.bmm(first, views["attention"])
    query, key, value = projected.view(
        networks, sequences, TOKENS, 3, shape.heads, shape.width // shape.heads
    ).unbind(3)
    # with so few tokens, sums of products are cheaper than many small matrix products
    scores = (query[:, :, 1:, None] * key[:, :, None]).sum(dim=-1)
    scores = scores * (shape.width // shape.heads) ** -0.5 + _causal_mask()
    weights = torch.softmax(scores, dim=3)
    carried = (weights[..., None] * value[:, :, None]).sum(dim=3)
    out = torch.bmm(carried.reshape(networks, -1, shape.width), views["attention_out"])
    return stream[:, :, 1:].reshape(networks, -1, shape.width) + out


def before_mlp(
    views: Views, stream: Float32[Tensor, "network row width"]
) -> Float32[Tensor, "network row width"]:
    """Return what the MLP reads of the stream."""
    return normalized(stream) * views["gain_mlp"][:, None] + views["shift_mlp"][:, None]


def mlp(
    views: Views, read: Float32[Tensor, "network row width"]
) -> Float32[Tensor, "network row width"]:
    """Return what the MLP adds to the stream."""
    hidden = torch.baddbmm(views["up_shift"][:, None], read, views["up"]).relu()
    return torch.baddbmm(views["down_shift"][:, None], hidden, views["down"])


def add_l1_gradient(
    weights: Mapping[str, Tensor], gradient: Mapping[str, Tensor], penalty: float
) -> None:
    """Add to the gradient of the MLP's weights that of ``penalty`` times their absolute values."""
    for name in MLP_WEIGHTS:
        gradient[name].add_(weights[name].sign(), alpha=penalty)


def normalized(stream: Float32[Tensor, "*row width"]) -> Float32[Tensor, "*row width"]:
    """Return rows with mean 0 and variance 1."""
    return torch.nn.functional.layer_norm(stream, stream.shape[-1:], eps=_EPSILON)


def _causal_mask() -> Float32[Tensor, "3 4 1"]:
    hidden = torch.ones(TOKENS, TOKENS).triu(1)[1:, :, None] > 0
    return torch.zeros(ANSWERED, TOKENS, 1).masked_fill(hidden, -torch.inf)


def _one(random: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.ones(shape)


def _zero(random: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.zeros(shape)
