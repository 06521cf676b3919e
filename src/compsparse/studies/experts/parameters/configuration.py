"""A published configuration of a transformer with experts, and the parameters that follow from it.

Counted are weights of matrices, of normalizations and of the router's offsets; nothing has biases
besides. Arithmetic alone: what such a model learns cannot be computed here.
"""

from math import comb
from typing import Annotated, Literal

from pydantic import Field, model_validator

from workflow_engine.configuration.values import Positive, StrictModel
from workflow_engine.validation.strict_model import Text

Count = Annotated[int, Field(ge=0)]


class LatentAttention(StrictModel):
    """Keys and values from a latent vector, as from DeepSeek-V2 on; rank 0 of queries: none."""

    kind: Literal["latent"]
    heads: Positive
    query_rank: Count
    key_value_rank: Positive
    width_without_position: Positive
    width_with_position: Positive
    value_width: Positive

    def parameters(self, hidden: int) -> int:
        """Return those of one layer, normalizations of latent vectors included."""
        width = self.width_without_position + self.width_with_position
        queries = self.heads * width
        rank = self.query_rank
        query = hidden * rank + rank + rank * queries if rank else hidden * queries
        latent = hidden * (self.key_value_rank + self.width_with_position) + self.key_value_rank
        read = self.heads * (self.width_without_position + self.value_width)
        return query + latent + self.key_value_rank * read + self.heads * self.value_width * hidden


class GroupedAttention(StrictModel):
    """Heads that share keys and values in groups; as many as heads: none are shared."""

    kind: Literal["grouped"]
    heads: Positive
    key_value_heads: Positive
    width: Positive

    def parameters(self, hidden: int) -> int:
        """Return those of one layer."""
        return 2 * hidden * self.width * (self.heads + self.key_value_heads)


class Configuration(StrictModel):
    """A transformer whose last layers have experts."""

    vocabulary: Positive
    hidden: Positive
    layers: Positive
    dense_layers: Count = Field(description="the first ones, without experts")
    dense_width: Count
    routed: Positive = Field(description="experts of a layer among which the router chooses")
    kept: Positive = Field(description="of them, for each token")
    shared: Count = Field(description="experts of a layer that are always active")
    expert_width: Positive
    router_offsets: bool = Field(description="an offset for each routed expert balances load")
    attention: Annotated[LatentAttention | GroupedAttention, Field(discriminator="kind")]
    predicted_tokens: Count = Field(0, description="layers that predict one token more")
    published_total: Text | None = Field(None, description="billions, as printed")
    published_active: Text | None = Field(None, description="billions for a token, as printed")

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> "Configuration":
        if self.kept > self.routed:
            raise ValueError(f"kept: at most the {self.routed} routed experts, not {self.kept}")
        if self.dense_layers > self.layers:
            raise ValueError(f"dense_layers: at most {self.layers} layers, not {self.dense_layers}")
        return self

    def components(self, routed: int | None = None) -> dict[str, int]:
        """Return those of each component, with so many routed experts in a layer, or all."""
        number = self.routed if routed is None else routed
        expert = 3 * self.hidden * self.expert_width
        moe = self.layers - self.dense_layers
        router = self.routed * (self.hidden + self.router_offsets)
        return {
            "embedding": self.vocabulary * self.hidden,
            "output": self.vocabulary * self.hidden,
            "attention": self.layers * self.attention.parameters(self.hidden),
            "dense layers": self.dense_layers * 3 * self.hidden * self.dense_width,
            "routed experts": moe * number * expert,
            "shared experts": moe * self.shared * expert,
            "routers": moe * router,
            "normalizations": (2 * self.layers + 1) * self.hidden,
        }

    def active(self) -> dict[str, int]:
        """Return those that a token meets; of the embedding it reads one row, not counted."""
        return {**self.components(self.kept), "embedding": 0}

    @property
    def subsets(self) -> int:
        """Sets of routed experts that a token can go to in a layer."""
        return comb(self.routed, self.kept)

    def prediction_layers(self) -> int:
        """Return the parameters of layers that predict further tokens, embedding and output shared.

        Each is a layer with experts, three normalizations and a map of two vectors to one.
        """
        one = self.model_copy(update={"layers": 1, "dense_layers": 0}).components()
        layer = sum(one.values()) - one["embedding"] - one["output"] - self.hidden
        return self.predicted_tokens * (layer + 2 * self.hidden**2 + 3 * self.hidden)


def prints(count: int, digits: str) -> bool:
    """Say whether a count in billions rounds to printed digits."""
    decimals = len(digits.partition(".")[2])
    return f"{count / 1e9:.{decimals}f}" == digits
