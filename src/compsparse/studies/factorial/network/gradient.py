"""The gradient of the mean cross-entropy of an ensemble, tile by tile."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.network import architecture, fixed_embedding, head
from compsparse.studies.factorial.network.residual_block import accumulate_product
from compsparse.studies.factorial.network.targets import Target
from compsparse.studies.factorial.network.tiles import TILE_BYTES, Tile, tiles
from compsparse.studies.factorial.network.trunk import Part, Trunk


@dataclass(frozen=True)
class _Pass:
    tile: Tile
    trunk: Trunk
    part: Part
    head: head.Head
    hidden_gradient: Float32[np.ndarray, "run dimension row"]


class Gradient:
    """Computes gradients of all runs into ``gradients``; call it once for each step."""

    def __init__(
        self,
        shape: architecture.NetworkShape,
        parameters: Parameters,
        target: Target,
        fixed: fixed_embedding.FixedEmbedding | None = None,
        tile_bytes: int = TILE_BYTES,
    ) -> None:
        """Allocate all memory that training needs, for parts of the inputs of ``tile_bytes``."""
        self.gradients = parameters.zeros_like()
        present, slopes = architecture.arrays(parameters), architecture.arrays(self.gradients)
        self._output_embedding = present[architecture.OUTPUT_EMBEDDING]
        self._output_embedding_gradient = slopes[architecture.OUTPUT_EMBEDDING]
        self._scaled_embedding = np.empty_like(self._output_embedding)
        self._target = target
        weights, gradients = architecture.blocks(shape, present), architecture.blocks(shape, slopes)
        self._first_block = None
        if fixed is not None and shape.layers:
            self._first_block = fixed_embedding.FirstBlock(fixed, weights[0], gradients[0])
            weights[0], gradients[0] = self._first_block.weights, self._first_block.gradients
        embedded = present[architecture.INPUT_EMBEDDING] if fixed is None else fixed.embedded
        d, h = shape.embedding_dimension, shape.hidden_dimension
        floats_per_row = shape.outputs + shape.layers * (5 * h + 3 * d) + 5 * d
        # one memory for all tiles of one shape: it stays in the cache from tile to tile
        memories: dict[tuple[int, int], tuple[Trunk, head.Head, np.ndarray]] = {}
        self._passes: list[_Pass] = []
        for tile in tiles(parameters.runs, embedded.shape[2], 4 * floats_per_row, tile_bytes):
            runs, rows = tile.shape
            if tile.shape not in memories:
                memories[tile.shape] = (
                    Trunk(shape, runs, rows),
                    head.Head(runs, shape.outputs, rows),
                    np.empty((runs, d, rows), np.float32),
                )
            network, softmax, hidden_gradient = memories[tile.shape]
            if fixed is None:
                hidden_gradient = slopes[architecture.INPUT_EMBEDDING][tile.index]
            part = Part(
                embedded[tile.index],
                None if fixed is None else fixed.coordinates[tile.index],
                [block.select(slice(*tile.runs)) for block in weights],
                [block.select(slice(*tile.runs)) for block in gradients],
                tile.rows[0] == 0,
            )
            self._passes.append(_Pass(tile, network, part, softmax, hidden_gradient))

    def __call__(self) -> None:
        """Overwrite ``gradients`` with those at the present parameters."""
        np.multiply(self._output_embedding, head.LOG2_E, out=self._scaled_embedding)
        if self._first_block is not None:
            self._first_block.prepare()
        for step in self._passes:
            runs = slice(*step.tile.runs)
            hidden = step.trunk.forward(step.part)
            step.head.exponentiate(hidden, self._scaled_embedding[runs])
            logits_gradient, scale = step.head.exponentials, step.head.sums
            logits_gradient *= np.divide(self._target.weights[step.tile.index], scale, out=scale)
            self._target.subtract(step.tile, logits_gradient)
            accumulate_product(
                self._output_embedding_gradient[runs],
                logits_gradient,
                hidden,
                first=step.part.first,
            )
            np.matmul(self._output_embedding[runs].mT, logits_gradient, out=step.hidden_gradient)
            step.trunk.backward(step.part, step.hidden_gradient)
        if self._first_block is not None:
            self._first_block.finish()
