"""Networks against torch's own layers, gradients against automatic differentiation."""

import numpy as np
import pytest
import torch

from compsparse.studies.approximation.networks.ensemble import (
    Ensemble,
    initialize,
    parameters_of,
)
from compsparse.studies.approximation.networks.shape import Shape, dense, tree

RUNS, BATCH = 3, 7
SHAPES = {
    "dense": dense(8, (6, 5)),
    "shallow": dense(8, (16,)),
    "tree": tree(8, 4),
    "convolution": tree(8, 4, shared=True),
    "arity 3": tree(9, 2, arity=3),
}


def made(shape: Shape) -> tuple[Ensemble, dict[str, torch.Tensor], dict[str, torch.Tensor]]:
    parameters = parameters_of(shape, RUNS)
    randoms = [np.random.default_rng(run) for run in range(RUNS)]
    initialize(parameters, shape, randoms)
    for name, view in parameters.views.items():
        if name.startswith("shifts"):
            view += 0.1 * torch.randn(view.shape, generator=torch.Generator().manual_seed(1))
    gradient = parameters.zeros_like()
    return Ensemble(shape, parameters, gradient, BATCH), parameters.views, gradient.views


def reference(
    shape: Shape, views: dict[str, torch.Tensor], inputs: torch.Tensor, run: int
) -> torch.Tensor:
    """Return outputs [example] of one run, node by node."""
    values = list(inputs[run])  # one row for each number
    for place, level in enumerate(shape.levels):
        given = []
        for node in range(level.nodes):
            module = 0 if level.shared else node
            read = torch.stack(values[node * level.inputs : (node + 1) * level.inputs])
            weights, shifts = views[f"weights_{place}"][run], views[f"shifts_{place}"][run]
            out = weights[module] @ read + shifts[module]
            given += list(out.relu() if place < len(shape.levels) - 1 else out)
        values = given
    return torch.as_tensor(values[0])


@pytest.mark.parametrize("name", SHAPES)
def test_outputs_and_gradients(name: str) -> None:
    shape = SHAPES[name]
    ensemble, views, gradients = made(shape)
    random = torch.Generator().manual_seed(2)
    inputs = torch.randn(RUNS, shape.variables, BATCH, generator=random)
    targets = torch.randn(RUNS, BATCH, generator=random)
    leaves = {name: view.clone().requires_grad_() for name, view in views.items()}
    wanted = torch.stack([reference(shape, leaves, inputs, run) for run in range(RUNS)])
    torch.testing.assert_close(ensemble.predict(inputs), wanted.detach())
    (wanted - targets).square().mean(dim=1).sum().backward()  # type: ignore[no-untyped-call]
    for _ in range(2):  # nothing is left of the step before
        ensemble.compute_gradient(inputs, targets)
        for leaf, gradient in zip(leaves.values(), gradients.values(), strict=True):
            assert leaf.grad is not None
            torch.testing.assert_close(gradient, leaf.grad, atol=1e-6, rtol=1e-5)


def test_gradients_of_frozen_levels_are_left_as_they_are() -> None:
    shape = SHAPES["tree"]
    ensemble, _, gradients = made(shape)
    random = torch.Generator().manual_seed(2)
    batch = torch.randn(RUNS, 8, BATCH, generator=random), torch.ones(RUNS, BATCH)
    ensemble.compute_gradient(*batch)
    whole = {name: of.clone() for name, of in gradients.items()}
    for of in gradients.values():
        of.fill_(7.0)
    ensemble.compute_gradient(*batch, frozen=2)
    for name, of in gradients.items():
        if name.endswith(("_0", "_1")):
            assert bool((of == 7.0).all())
        else:
            torch.testing.assert_close(of, whole[name])
