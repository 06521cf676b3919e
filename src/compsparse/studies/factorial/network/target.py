"""What the network is trained towards, as the gradient sees it."""

from typing import Protocol, runtime_checkable

from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.factorial.network.head import HeadPart


@runtime_checkable
class Target(Protocol):
    """The target's share of a gradient that is computed tile by tile."""

    def prepare(self, output_embedding: Float32[Tensor, "run dimension y"]) -> None:
        """Start a step, before the first tile."""

    def add(self, part: HeadPart, hidden: Float32[Tensor, "part row dimension"]) -> None:
        """Turn the exponentials of a part into its gradient, in the places the part names."""

    def finish(self, of_output_embedding: Float32[Tensor, "run dimension y"]) -> None:
        """End a step: add what is still missing from the output embedding's gradient."""
