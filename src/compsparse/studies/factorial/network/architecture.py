"""The network of document 004, Appendix B: embedding, residual blocks, norm, output embedding."""

from collections.abc import Mapping
from dataclasses import dataclass

from jaxtyping import Float32
from torch import Tensor

from compsparse.ensembles.initialization import Initializer, linear_default, standard_normal
from compsparse.studies.factorial.network.residual_block import BlockWeights, residual_block
from compsparse.studies.factorial.network.root_mean_square_norm import root_mean_square_norm

Views = Mapping[str, Float32[Tensor, "run ..."]]

INPUT_EMBEDDING = "input_embedding"
OUTPUT_EMBEDDING = "output_embedding"


@dataclass(frozen=True)
class NetworkShape:
    """Sizes of a network (document 004, (P5) to (P7))."""

    inputs: int  # tokens, N
    outputs: int  # tokens, M
    embedding_dimension: int  # d
    hidden_dimension: int  # h
    layers: int  # residual blocks, L
    learned_embedding: bool  # whether the input embedding is a parameter

    def parameter_shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of every parameter of one run; linear maps are stored [from, to]."""
        d, h = self.embedding_dimension, self.hidden_dimension
        shapes: dict[str, tuple[int, ...]] = {}
        if self.learned_embedding:
            shapes[INPUT_EMBEDDING] = (self.inputs, d)
        for layer in range(self.layers):
            gate, value, output = _names(layer)
            shapes |= {gate: (d, h), value: (d, h), output: (h, d)}
        return shapes | {OUTPUT_EMBEDDING: (d, self.outputs)}

    def initializers(self) -> dict[str, Initializer]:
        """Return torch's default initialization of every parameter."""
        return {
            name: standard_normal if name == INPUT_EMBEDDING else linear_default
            for name in self.parameter_shapes()
        }


def block_weights(parameters: Views, layer: int) -> BlockWeights:
    """Return the linear maps of one residual block."""
    return BlockWeights(*(parameters[name] for name in _names(layer)))


def hidden_states(
    shape: NetworkShape, parameters: Views, embedded: Float32[Tensor, "run row dimension"]
) -> Float32[Tensor, "run row dimension"]:
    """Return the last hidden states, which the output embedding maps to logits."""
    states = embedded
    for layer in range(shape.layers):
        states = residual_block(block_weights(parameters, layer), states)
    return root_mean_square_norm(states)


def _names(layer: int) -> tuple[str, str, str]:
    return f"layers.{layer}.gate", f"layers.{layer}.value", f"layers.{layer}.output"
