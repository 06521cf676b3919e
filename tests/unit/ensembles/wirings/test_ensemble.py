"""Networks against whole matrices, gradients against automatic differentiation."""

import numpy as np
import pytest
import torch

from compsparse.ensembles.wirings.ensemble import initialize, zero_parameters
from compsparse.ensembles.wirings.shape import dense, tree
from tests.unit.ensembles.wirings.networks import BATCH, ROWS, block_diagonal, made, outputs

SHAPES = {
    "dense": dense(8, (6, 5)),
    "shallow": dense(8, (16,)),
    "tree": tree(8, 4),
    "convolution": tree(8, 4, shared=True),
    "arity 3": tree(9, 2, arity=3),
    "dense without biases": dense(8, (12, 6, 3), biases=False),
    "tree without biases": tree(8, 3, biases=False),
    "convolution without biases": tree(8, 3, shared=True, biases=False),
}


@pytest.mark.parametrize("name", SHAPES)
def test_outputs_and_gradients(name: str) -> None:
    shape = SHAPES[name]
    parameters, ensemble = made(shape)
    random = torch.Generator().manual_seed(2)
    slope = torch.randn(ROWS, BATCH, generator=random)
    leaves = {name: view.clone().requires_grad_() for name, view in parameters.views.items()}
    for _ in range(2):  # nothing is left of the batch before
        inputs = torch.randn(ROWS, shape.variables, BATCH, generator=random)
        wanted = torch.stack([outputs(shape, leaves, row, inputs[row]) for row in range(ROWS)])
        torch.testing.assert_close(ensemble.predict(inputs), wanted.detach())
        torch.testing.assert_close(ensemble.forward(inputs), wanted.detach())
        for leaf in leaves.values():
            leaf.grad = None
        (wanted * slope).sum().backward()  # type: ignore[no-untyped-call]
        ensemble.predict(inputs[..., :3] + 1)  # of other examples, which changes nothing
        ensemble.backward(slope)
        for name, leaf in leaves.items():
            assert leaf.grad is not None
            gradient = ensemble.gradient.views[name]
            torch.testing.assert_close(gradient, leaf.grad, atol=1e-6, rtol=1e-5)


def test_gradients_of_frozen_levels_are_left_as_they_are() -> None:
    shape = SHAPES["tree"]
    _, ensemble = made(shape)
    inputs = torch.randn(ROWS, 8, BATCH, generator=torch.Generator().manual_seed(2))
    gradients, slope = ensemble.gradient.views, torch.ones(ROWS, BATCH)
    ensemble.forward(inputs)
    ensemble.backward(slope)
    whole = {name: gradient.clone() for name, gradient in gradients.items()}
    for gradient in gradients.values():
        gradient.fill_(7.0)
    ensemble.forward(inputs)
    ensemble.backward(slope, frozen=2)
    for name, gradient in gradients.items():
        if name.endswith(("_0", "_1")):
            assert bool((gradient == 7.0).all())
        else:
            torch.testing.assert_close(gradient, whole[name])


def test_the_dense_network_contains_the_sparse_one_and_that_the_convolution() -> None:
    convolution = SHAPES["convolution without biases"]
    parameters, ensemble = made(convolution)
    inputs = torch.randn(ROWS, 8, BATCH, generator=torch.Generator().manual_seed(3))
    wanted = ensemble.predict(inputs)
    for name in ("tree without biases", "dense without biases"):
        larger = SHAPES[name]
        other, network = made(larger)
        for place, level in enumerate(larger.levels):
            for row in range(ROWS):
                nodes = parameters.views[f"weights_{place}"][row].expand(
                    convolution.levels[place].nodes, -1, -1
                )
                weights = other.views[f"weights_{place}"][row]
                weights.copy_(nodes if level.nodes > 1 else block_diagonal(list(nodes))[None])
        torch.testing.assert_close(network.predict(inputs), wanted)


def test_first_weights_keep_the_variance_of_activations() -> None:
    shape = dense(16, (128, 64, 32, 16))
    parameters = zero_parameters(shape, 40)
    initialize(parameters, shape, [np.random.default_rng(row) for row in range(40)])
    for place, level in enumerate(shape.levels):
        gain = 1 if place == len(shape.levels) - 1 else 2
        deviation = float(parameters.views[f"weights_{place}"].std())
        assert deviation == pytest.approx((gain / level.inputs) ** 0.5, rel=0.06)
        assert not parameters.views[f"shifts_{place}"].any()
