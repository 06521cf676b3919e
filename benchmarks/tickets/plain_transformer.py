"""A transformer as one would write it first: torch's modules, autograd, masks on two matrices.

Its mathematics is that of ``transformer/model.py``. It is the other side of
``transformer.py`` here and is not used elsewhere.
"""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

MLP = ("up", "down")


class MaskedLinear(nn.Linear):
    """A linear layer of which some weights are kept."""

    def __init__(self, weights: Tensor, biases: Tensor, mask: Tensor) -> None:
        """``weights`` and ``mask`` are [input, output]."""
        super().__init__(*weights.shape)
        self.load_state_dict({"weight": weights.T * mask.T, "bias": biases})
        self.mask: Tensor
        self.register_buffer("mask", mask.T.float())

    def forward(self, inputs: Tensor) -> Tensor:
        """Return [..., output]."""
        return nn.functional.linear(inputs, self.weight * self.mask, self.bias)


class PlainTransformer(nn.Module):
    """One block; all but its MLP is frozen."""

    def __init__(
        self, views: Mapping[str, Tensor], masks: Mapping[str, Tensor], heads: int
    ) -> None:
        """``views`` and ``masks`` are those of one network."""
        super().__init__()
        width = len(views["attention"])
        bits = len(views["embedding"]) - 4
        self.tokens = _linear(views["embedding"][:bits])
        self.places = nn.Parameter(views["embedding"][bits:].clone())
        self.first, self.between, self.last = (
            _norm(views[f"gain_{of}"], views[f"shift_{of}"]) for of in ("first", "mlp", "last")
        )
        self.attention = nn.MultiheadAttention(width, heads, bias=False, batch_first=True)
        self.attention.load_state_dict(
            {"in_proj_weight": views["attention"].T, "out_proj.weight": views["attention_out"].T}
        )
        self.up, self.down = (
            MaskedLinear(views[of], views[f"{of}_shift"], masks[of]) for of in MLP
        )
        self.reading = _linear(views["reading"], views["reading_shift"])
        for name, parameter in self.named_parameters():
            parameter.requires_grad_(name.split(".")[0] in MLP)

    def attended(self, tokens: Tensor) -> Tensor:
        """Return the stream behind attention [sequence, answer, width]."""
        stream = self.tokens(tokens) + self.places
        first = self.first(stream)
        later = torch.ones(4, 4, dtype=torch.bool).triu(1)
        out, _ = self.attention(first, first, first, attn_mask=later, need_weights=False)
        return torch.as_tensor((stream + out)[:, 1:])

    def read(self, stream: Tensor) -> Tensor:
        """Return the numbers for each output bit, from the stream behind attention."""
        stream = stream + self.down(self.up(self.between(stream)).relu())
        return torch.as_tensor(self.reading(self.last(stream)))

    def forward(self, tokens: Tensor) -> Tensor:
        """Return the numbers for each output bit, of tokens [sequence, 4, 8]."""
        return self.read(self.attended(tokens))


def _linear(weights: Tensor, biases: Tensor | None = None) -> nn.Linear:
    inputs, outputs = weights.shape
    layer = nn.Linear(inputs, outputs, bias=biases is not None)
    state = {"weight": weights.T} | ({} if biases is None else {"bias": biases})
    layer.load_state_dict(state)
    return layer


def _norm(gain: Tensor, bias: Tensor) -> nn.LayerNorm:
    layer = nn.LayerNorm(len(gain))
    layer.load_state_dict({"weight": gain, "bias": bias})
    return layer


class PlainRound:
    """Adam, with torch's defaults, on the cross-entropy and the L1 penalty."""

    def __init__(self, model: PlainTransformer, *, l1: float, whole: bool, fused: bool) -> None:
        """``whole``: batches are tokens, not the stream behind attention."""
        self.model, self._l1, self._whole = model, l1, whole
        trained = [of for of in model.parameters() if of.requires_grad]
        self._optimizer = torch.optim.Adam(trained, fused=fused)

    def update(self, given: Tensor, labels: Tensor, rate: float) -> None:
        """Do one update on a batch, whose labels are [sequence, answer, output]."""
        self._optimizer.param_groups[0]["lr"] = rate
        logits = self.model(given) if self._whole else self.model.read(given)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, labels, reduction="sum")
        loss = loss / (labels.shape[0] * labels.shape[1])
        loss = loss + self._l1 * sum(
            layer.weight.abs().sum() for layer in (self.model.up, self.model.down)
        )
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimizer.step()
