"""The gradient of the mean cross-entropy of an ensemble, tile by tile."""

from dataclasses import dataclass

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.network import (
    architecture,
    fixed_embedding,
    network_memory,
    residual_block,
)
from compsparse.studies.factorial.network.head import HeadMemory, HeadPart, needs_shift
from compsparse.studies.factorial.network.target import Target
from compsparse.studies.factorial.network.tiles import TILE_BYTES, tiles


@dataclass(frozen=True)
class _NetworkTile:
    memory: network_memory.NetworkMemory
    trunk: network_memory.Part
    head: HeadPart


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
        self._output_embedding = parameters.views[architecture.OUTPUT_EMBEDDING]
        self._output_embedding_gradient = self.gradients.views[architecture.OUTPUT_EMBEDDING]
        self._target = target
        weights = [architecture.block_weights(parameters.views, i) for i in range(shape.layers)]
        gradients = [
            architecture.block_weights(self.gradients.views, i) for i in range(shape.layers)
        ]
        self._first_block = None
        if fixed is not None and shape.layers:
            self._first_block = fixed_embedding.FirstBlock(fixed, weights[0], gradients[0])
            weights[0], gradients[0] = self._first_block.weights, self._first_block.gradients
        embedded = (
            parameters.views[architecture.INPUT_EMBEDDING] if fixed is None else fixed.embedded
        )
        coordinates = None if fixed is None else fixed.coordinates.shape[2]
        d, h = shape.embedding_dimension, shape.hidden_dimension
        floats_per_row = shape.outputs + shape.layers * (5 * h + 5 * d) + 6 * d
        # one memory for all tiles of one shape: it stays in the cache from tile to tile
        memories: dict[tuple[int, int], tuple[network_memory.NetworkMemory, HeadMemory]] = {}
        self._tiles: list[_NetworkTile] = []
        for tile in tiles(parameters.runs, embedded.shape[1], 4 * floats_per_row, tile_bytes):
            if tile.shape not in memories:
                memories[tile.shape] = (
                    network_memory.NetworkMemory(shape, *tile.shape, coordinates),
                    HeadMemory(*tile.shape, d, shape.outputs),
                )
            memory, head_memory = memories[tile.shape]
            runs, keep = tile.index[0], 0.0 if tile.rows[0] == 0 else 1.0
            hidden_gradient = memory.hidden_gradient
            if fixed is None:
                hidden_gradient = self.gradients.views[architecture.INPUT_EMBEDDING][tile.index]
            trunk = network_memory.Part(
                embedded[tile.index],
                None if fixed is None else fixed.coordinates[tile.index],
                [_select_runs(w, runs) for w in weights],
                [_select_runs(g, runs) for g in gradients],
                keep,
            )
            head = HeadPart(
                tile,
                head_memory,
                self._output_embedding[runs],
                self._output_embedding_gradient[runs],
                hidden_gradient,
                keep,
            )
            self._tiles.append(_NetworkTile(memory, trunk, head))

    def __call__(self) -> None:
        """Overwrite ``gradients`` with those at the present parameters."""
        # the gradient's place is free until the first tile
        shift = needs_shift(self._output_embedding, scratch=self._output_embedding_gradient)
        self._target.prepare(self._output_embedding)
        if self._first_block is not None:
            self._first_block.prepare()
        for tile in self._tiles:
            hidden = tile.memory.forward(tile.trunk)
            head = tile.head
            head.memory.exponentiate(hidden, head.output_embedding, shift=shift)
            self._target.add(head, hidden)
            tile.memory.backward(tile.trunk, head.hidden_gradient)
        if self._first_block is not None:
            self._first_block.finish()
        self._target.finish(self._output_embedding_gradient)


def _select_runs(weights: residual_block.BlockWeights, runs: slice) -> residual_block.BlockWeights:
    return residual_block.BlockWeights(
        weights.gate[runs], weights.value[runs], weights.output[runs]
    )
