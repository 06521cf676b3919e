"""The interface of training targets."""

from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.factorial.network.head import HeadPart


class Target:
    """The target's part in a gradient that is computed tile by tile; some of it may be nothing."""

    def prepare(self, output_embedding: Float32[Tensor, "run dimension y"]) -> None:
        """Start a step, before the first tile."""

    def add(self, part: HeadPart, hidden: Float32[Tensor, "part row dimension"]) -> None:
        """Compute the gradients of a part from its exponentials."""
        raise NotImplementedError

    def finish(self, output_embedding_gradient: Float32[Tensor, "run dimension y"]) -> None:
        """End a step: complete the gradient of the output embedding."""
