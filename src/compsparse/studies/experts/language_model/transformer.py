"""A causal transformer of one width, whose layers after attention are dense or of experts."""

import torch
from jaxtyping import Float32, Int64
from torch import Tensor, nn

from compsparse.studies.experts.learning.network import RoutedLayer


class ExpertLayer(nn.Module):
    """``learning.gates.Highest`` and its experts as a module."""

    offset: Tensor

    def __init__(self, layer: RoutedLayer, hidden: int, offset_step: float) -> None:
        """Draw the weights as torch does."""
        super().__init__()
        self.layer = layer
        self.offset_step = offset_step if layer.balanced else 0.0
        number = layer.routed + layer.shared
        self.lower = nn.Linear(hidden, number * layer.width)
        self.upper = nn.Linear(number * layer.width, hidden)
        self.router = nn.Linear(hidden, layer.routed) if layer.routed else None
        self.register_buffer("offset", torch.zeros(layer.routed))

    def forward(self, x: Float32[Tensor, "text token d"]) -> Float32[Tensor, "text token d"]:
        """Return the outputs; where gradients follow, offsets move against the load."""
        units = torch.relu(self.lower(x))
        if self.router is not None:
            scores = torch.sigmoid(self.router(x))
            best = (scores + self.offset).topk(self.layer.kept, dim=-1).indices
            kept = torch.zeros_like(scores).scatter(-1, best, 1.0)
            gates = scores * kept
            if self.layer.kept > 1:
                gates = gates / gates.sum(dim=-1, keepdim=True)
            gates = nn.functional.pad(gates, (0, self.layer.shared), value=1.0)
            units = units * gates.repeat_interleave(self.layer.width, dim=-1)
            if torch.is_grad_enabled():
                mean = self.layer.kept / self.layer.routed
                self.offset += self.offset_step * torch.sign(mean - kept.mean(dim=(0, 1)))
        found: Tensor = self.upper(units)
        return found


class Transformer(nn.Module):
    """Blocks of attention and an expert layer, each added to what it read."""

    def __init__(
        self,
        vocabulary: int,
        tokens: int,
        hidden: int,
        heads: int,
        blocks: int,
        layer: RoutedLayer,
        offset_step: float,
    ) -> None:
        """Each block has such a layer, and texts so many tokens."""
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, hidden)
        self.place = nn.Parameter(0.1 * torch.randn(tokens, hidden))
        self.attention = nn.ModuleList(
            nn.MultiheadAttention(hidden, heads, batch_first=True) for _ in range(blocks)
        )
        self.experts = nn.ModuleList(ExpertLayer(layer, hidden, offset_step) for _ in range(blocks))
        self.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in range(2 * blocks + 1))
        self.output = nn.Linear(hidden, vocabulary)
        self.register_buffer("mask", torch.ones(tokens, tokens, dtype=torch.bool).triu(1))

    def forward(self, texts: Int64[Tensor, "text token"]) -> Float32[Tensor, "text token word"]:
        """Return scores of the next token at every place."""
        x = self.embedding(texts) + self.place
        for block, attention in enumerate(self.attention):
            read = self.norms[2 * block](x)
            x = x + attention(read, read, read, attn_mask=self.mask, need_weights=False)[0]
            x = x + self.experts[block](self.norms[2 * block + 1](x))
        scores: Tensor = self.output(self.norms[-1](x))
        return scores
