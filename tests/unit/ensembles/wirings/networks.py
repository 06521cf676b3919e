"""Small ensembles, and the whole matrices of their levels."""

import numpy as np
import torch

from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.wirings.ensemble import Ensemble, initialize, zero_parameters
from compsparse.ensembles.wirings.shape import Shape

ROWS, BATCH = 3, 7


def made(shape: Shape) -> tuple[Parameters, Ensemble]:
    """Return networks with random weights and biases."""
    parameters = zero_parameters(shape, ROWS)
    initialize(parameters, shape, [np.random.default_rng(row) for row in range(ROWS)])
    for name, view in parameters.views.items():
        if name.startswith("shifts"):
            view += 0.1 * torch.randn(view.shape, generator=torch.Generator().manual_seed(1))
    return parameters, Ensemble(shape, parameters, batch=BATCH)


def whole_matrices(shape: Shape, views: dict[str, torch.Tensor], row: int) -> list[torch.Tensor]:
    """Return the weight matrices of one network, with their zeros."""
    matrices = []
    for place, level in enumerate(shape.levels):
        modules = views[f"weights_{place}"][row]
        matrices.append(block_diagonal([modules[node] for node in _modules(shape, place)]))
        assert matrices[-1].count_nonzero() <= level.nonzeros
    return matrices


def outputs(
    shape: Shape, views: dict[str, torch.Tensor], row: int, inputs: torch.Tensor
) -> torch.Tensor:
    """Return the outputs [example] of one network, by whole matrices."""
    values = inputs
    for place, matrix in enumerate(whole_matrices(shape, views, row)):
        values = matrix @ values
        if shape.levels[place].biases:
            biases = views[f"shifts_{place}"][row][_modules(shape, place)]
            values = values + biases.reshape(-1, 1)
        if place < len(shape.levels) - 1:
            values = values.relu()
    return values[0]


def block_diagonal(blocks: list[torch.Tensor]) -> torch.Tensor:
    """Return the matrix with these blocks along its diagonal."""
    return torch.as_tensor(torch.block_diag(*blocks))  # type: ignore[no-untyped-call]


def _modules(shape: Shape, place: int) -> list[int]:
    level = shape.levels[place]
    return [0] * level.nodes if level.shared else list(range(level.nodes))
