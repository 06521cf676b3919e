"""The network of document 004, Appendix B: embedding, residual blocks, norm, output embedding."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from compsparse.ensembles.initialization import linear_default, standard_normal
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.network.residual_block import BlockWeights, residual_block
from compsparse.studies.factorial.network.root_mean_square_norm import root_mean_square_norm

Arrays = dict[str, Float32[np.ndarray, "run ..."]]

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
        """Return the shape of every parameter of one run as [to, from]; W1 stands above W3."""
        d, h = self.embedding_dimension, self.hidden_dimension
        shapes: dict[str, tuple[int, ...]] = {}
        if self.learned_embedding:
            shapes[INPUT_EMBEDDING] = (d, self.inputs)
        for layer in range(self.layers):
            shapes |= {f"{layer}.up": (2 * h, d), f"{layer}.down": (d, h)}
        return shapes | {OUTPUT_EMBEDDING: (self.outputs, d)}

    def initialize(self, parameters: Parameters, randoms: Iterable[np.random.Generator]) -> None:
        """Draw torch's default initialization; run r takes all its values from ``randoms[r]``."""
        maps = stored(self, parameters)
        for run, random in enumerate(randoms):
            for name, array in maps.items():
                draw = standard_normal if name == INPUT_EMBEDDING else linear_default
                array[run] = draw(random, array.shape[1:])


def arrays(parameters: Parameters) -> Arrays:
    """Return the parameters by name as arrays [run, to, from], which share their memory."""
    return {name: view.numpy() for name, view in parameters.views.items()}


def stored(shape: NetworkShape, parameters: Parameters) -> Arrays:
    """Return every linear map of the document by its name, as a view [run, from, to]."""
    views = {name: array.mT for name, array in arrays(parameters).items()}
    h = shape.hidden_dimension
    maps = {INPUT_EMBEDDING: views[INPUT_EMBEDDING]} if shape.learned_embedding else {}
    for layer in range(shape.layers):
        up, down = views[f"{layer}.up"], views[f"{layer}.down"]
        maps |= dict(zip(_names(layer), (up[:, :, :h], up[:, :, h:], down), strict=True))
    return maps | {OUTPUT_EMBEDDING: views[OUTPUT_EMBEDDING]}


def stored_blocks(maps: Mapping[str, Float32[np.ndarray, "run ..."]]) -> list[BlockWeights]:
    """Return the weights of every block of a stored network."""
    layers = sum(name.endswith(".gate") for name in maps)
    named = [[maps[name].mT for name in _names(layer)] for layer in range(layers)]
    return [BlockWeights(np.concatenate(up, axis=1), down) for *up, down in named]


def blocks(shape: NetworkShape, parameters: Arrays) -> list[BlockWeights]:
    """Return the weights of every block."""
    names = [(f"{layer}.up", f"{layer}.down") for layer in range(shape.layers)]
    return [BlockWeights(parameters[up], parameters[down]) for up, down in names]


def hidden_states(
    weights: Sequence[BlockWeights], embedded: Float32[np.ndarray, "run dimension row"]
) -> Float32[np.ndarray, "run dimension row"]:
    """Return the last hidden states, which the output embedding maps to logits."""
    states = embedded
    for block in weights:
        states = residual_block(block, states)
    return root_mean_square_norm(states)


def _names(layer: int) -> tuple[str, str, str]:
    return f"layers.{layer}.gate", f"layers.{layer}.value", f"layers.{layer}.output"
