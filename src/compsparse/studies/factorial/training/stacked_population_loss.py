"""The exact population loss of all runs."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.training import Losses
from compsparse.studies.factorial.network import architecture, population_loss
from compsparse.studies.factorial.network.tiles import tiles
from compsparse.studies.factorial.training.stacked_datasets import StackedDatasets

# small parts, whose temporary arrays the allocator keeps instead of returning them to the system
_TILE_BYTES = 2**20


class StackedPopulationLoss:
    """Divergences of the networks of all runs at every input."""

    def __init__(self, data: StackedDatasets, shape: architecture.NetworkShape) -> None:
        """Prepare what does not depend on the parameters."""
        self._losses = [
            population_loss.PopulationLoss(run.groups, run.probabilities) for run in data.runs
        ]
        self._shape = shape
        float64_bytes = 8
        bytes_per_row = float64_bytes * 2 * (shape.outputs + shape.hidden_dimension)
        self._tiles = tiles(len(data.runs), shape.inputs, bytes_per_row, _TILE_BYTES)

    def divergences(
        self, parameters: Parameters, embedded: Float32[np.ndarray, "run dimension x"]
    ) -> Float64[np.ndarray, "run x"]:
        """Return the divergence, in nats, of the current networks for all embedded inputs."""
        result = np.empty((len(self._losses), self._shape.inputs))
        present = architecture.arrays(parameters)
        blocks = architecture.blocks(self._shape, present)
        for tile in self._tiles:
            weights = [block.select(slice(*tile.runs)) for block in blocks]
            hidden = architecture.hidden_states(weights, embedded[tile.index])
            for states, run in zip(hidden, range(*tile.runs), strict=True):
                result[run, slice(*tile.rows)] = self._losses[run].divergences(
                    states, present[architecture.OUTPUT_EMBEDDING][run], tile.rows[0]
                )
        return result


def mean_population_loss(
    data: StackedDatasets, shape: architecture.NetworkShape, parameters: Parameters
) -> Callable[[], Losses]:
    """Return the evaluation of networks with a learned embedding: the mean over all inputs."""
    population_loss = StackedPopulationLoss(data, shape)

    def evaluate() -> Losses:
        embedded = architecture.arrays(parameters)[architecture.INPUT_EMBEDDING]
        return {"loss": population_loss.divergences(parameters, embedded).mean(1)}

    return evaluate
