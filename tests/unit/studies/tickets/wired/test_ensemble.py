"""Networks against whole matrices, gradients against automatic differentiation."""

import numpy as np
import pytest
import torch

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.wired.ensemble import Ensemble, initialize, parameters_of
from compsparse.studies.tickets.wired.shape import WIRINGS, Shape, shape_of

ROWS, EXAMPLES = 3, 7


def whole_matrices(shape: Shape, views: dict[str, torch.Tensor], row: int) -> list[torch.Tensor]:
    """Return the matrices of one network, with their zeros."""
    matrices = []
    for place, level in enumerate(shape.levels):
        modules = views[f"weights_{place}"][row]
        nodes = [modules[0 if level.shared else node] for node in range(level.nodes)]
        matrices.append(block_diagonal(nodes))
    return matrices


def block_diagonal(blocks: list[torch.Tensor]) -> torch.Tensor:
    return torch.as_tensor(torch.block_diag(*blocks))  # type: ignore[no-untyped-call]


def through(matrices: list[torch.Tensor], inputs: torch.Tensor) -> torch.Tensor:
    values = inputs
    for matrix in matrices[:-1]:
        values = (matrix @ values).relu()
    return (matrices[-1] @ values)[0]


def made(wiring: str) -> tuple[Shape, Parameters, Parameters, Ensemble]:
    shape = shape_of(wiring, 8, 3)
    parameters = parameters_of(shape, ROWS)
    initialize(parameters, shape, [np.random.default_rng(row) for row in range(ROWS)])
    gradient = parameters.zeros_like()
    return shape, parameters, gradient, Ensemble(shape, parameters, gradient)


@pytest.mark.parametrize("wiring", WIRINGS)
def test_outputs_and_gradients(wiring: str) -> None:
    shape, parameters, gradient, ensemble = made(wiring)
    random = torch.Generator().manual_seed(2)
    slope = torch.randn(ROWS, EXAMPLES, generator=random)
    leaves = {name: view.clone().requires_grad_() for name, view in parameters.views.items()}
    for _ in range(2):  # nothing is left of what was there before
        inputs = torch.randn(ROWS, 8, EXAMPLES, generator=random)
        wanted = torch.stack(
            [through(whole_matrices(shape, leaves, row), inputs[row]) for row in range(ROWS)]
        )
        torch.testing.assert_close(ensemble.predict(inputs), wanted.detach())
        for leaf in leaves.values():
            leaf.grad = None
        (wanted * slope).sum().backward()  # type: ignore[no-untyped-call]
        ensemble.backward(slope)
        for name, leaf in leaves.items():
            assert leaf.grad is not None
            torch.testing.assert_close(gradient.views[name], leaf.grad, atol=1e-6, rtol=1e-5)


def test_the_dense_network_contains_the_sparse_one_and_that_the_convolution() -> None:
    shape, parameters, _, convolution = made("convolution")
    inputs = torch.randn(ROWS, 8, EXAMPLES, generator=torch.Generator().manual_seed(3))
    wanted = convolution.predict(inputs)
    for wiring in ("right", "dense"):
        larger, other, _, network = made(wiring)
        for place, level in enumerate(larger.levels):
            for row in range(ROWS):
                nodes = parameters.views[f"weights_{place}"][row].expand(
                    shape.levels[place].nodes, -1, -1
                )
                to = other.views[f"weights_{place}"][row]
                to.copy_(nodes if level.nodes > 1 else block_diagonal(list(nodes))[None])
        torch.testing.assert_close(network.predict(inputs), wanted)


def test_first_weights_keep_the_size_of_what_passes() -> None:
    shape = shape_of("dense", 16, 16)
    parameters = parameters_of(shape, 40)
    initialize(parameters, shape, [np.random.default_rng(row) for row in range(40)])
    for place, level in enumerate(shape.levels):
        gain = 1 if place == len(shape.levels) - 1 else 2
        spread = float(parameters.views[f"weights_{place}"].std())
        assert spread == pytest.approx((gain / level.inputs) ** 0.5, rel=0.06)
