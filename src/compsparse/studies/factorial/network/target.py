"""The interface of training targets."""

from typing import Protocol, runtime_checkable

from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.factorial.network.head import HeadPart


@runtime_checkable
class Target(Protocol):
    """The target's part in a gradient that is computed tile by tile."""

    def prepare(self, output_embedding: Float32[Tensor, "run dimension y"]) -> None:
        """Start a step, before the first tile."""

    def add(self, part: HeadPart, hidden: Float32[Tensor, "part row dimension"]) -> None:
        """Compute the gradients of a part from its exponentials."""

    def finish(self, output_embedding_gradient: Float32[Tensor, "run dimension y"]) -> None:
        """End a step: complete the gradient of the output embedding."""
