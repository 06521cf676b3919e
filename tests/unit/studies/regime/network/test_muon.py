import numpy as np
import pytest
import torch
from torch import Tensor

from compsparse.studies.regime.network.muon import Muon, newton_schulz
from compsparse.studies.regime.network.shape import LayeredShape

SHAPE = LayeredShape(4, (("identity", 8), ("gaussian", 3)))


def drawn(seed: int, *size: int) -> Tensor:
    return torch.randn(size, generator=torch.Generator().manual_seed(seed))


def reference_update(ahead: Tensor, iterations: int) -> Tensor:
    """The formula of torch.optim.Muon for one matrix, in float64 instead of bfloat16."""
    x: Tensor = ahead.double()
    x = x / x.norm().clamp(min=1e-7)
    for _ in range(iterations):
        gram = x @ x.T
        x = 3.4445 * x + (-4.7750 * gram + 2.0315 * gram @ gram) @ x
    return x


@pytest.mark.parametrize("iterations", [1, 5, 20])
def test_iterations_are_those_of_the_formula(iterations: int) -> None:
    matrices = drawn(0, 6, 11, 11) * torch.tensor([1e-6, 1e-3, 1, 10, 1e4, 0])[:, None, None]
    found = newton_schulz(matrices, iterations)
    for update, matrix in zip(found, matrices, strict=True):
        np.testing.assert_allclose(update, reference_update(matrix, iterations), atol=2e-4)
    assert (found[-1] == 0).all()


def test_singular_values_end_near_1_and_vectors_stay() -> None:
    matrix = drawn(1, 1, 11, 11)
    found = newton_schulz(matrix, 5)[0]
    left, values, right = torch.linalg.svd(matrix[0])
    rotated = left.T @ found @ right.T
    assert float((rotated - rotated.diag().diag()).abs().max()) < 1e-5
    usual = values > 0.05 * values.sum()
    assert ((rotated.diag()[usual] > 0.6) & (rotated.diag()[usual] < 1.25)).all()


@pytest.mark.parametrize("iterations", [5, 20])
def test_training_steps_are_those_of_torch(iterations: int) -> None:
    weights, gradient = drawn(2, 3, SHAPE.weights), torch.zeros(3, SHAPE.weights)
    start = weights.clone()
    muon = Muon(SHAPE, weights, gradient, iterations=iterations)
    first, last = SHAPE.blocks[0].stop, SHAPE.blocks[-1].start

    def matrices(flat: Tensor) -> Tensor:
        return flat[:, first:last].reshape(-1, SHAPE.width, SHAPE.width)

    def ends(flat: Tensor) -> Tensor:
        return torch.cat([flat[:, :first], flat[:, last:]], dim=1)

    peers = [torch.nn.Parameter(matrix.clone()) for matrix in matrices(start)]
    torch_muon = torch.optim.Muon(peers, lr=0.02, weight_decay=0.0, ns_steps=iterations)
    end_peer = torch.nn.Parameter(ends(start).clone())
    torch_adam = torch.optim.Adam([end_peer], lr=0.02)
    exact, momentum = matrices(start).double(), torch.zeros_like(matrices(start)).double()
    for step in range(6):
        gradient.copy_(drawn(10 + step, *gradient.shape))
        muon.step(0.02)
        g = matrices(gradient)
        for peer, update in zip(peers, g, strict=True):
            peer.grad = update.clone()
        end_peer.grad = ends(gradient)
        torch_muon.step()  # type: ignore[no-untyped-call]
        torch_adam.step()
        momentum = 0.95 * momentum + 0.05 * g
        ahead = 0.05 * g + 0.95 * momentum
        exact -= 0.02 * torch.stack([reference_update(a, iterations) for a in ahead])
    # the formula to float32; torch's own, whose products have 8 bits, to a few per cent of the way
    np.testing.assert_allclose(matrices(weights), exact, atol=2e-5)
    theirs = torch.stack([peer.detach() for peer in peers])
    moved = float((theirs - matrices(start)).norm())
    assert float((matrices(weights) - theirs).norm()) < 0.05 * moved
    np.testing.assert_allclose(ends(weights), end_peer.detach(), atol=1e-6)


def test_masked_weights_stay_exactly_zero() -> None:
    mask = torch.rand(2, SHAPE.weights, generator=torch.Generator().manual_seed(5)) < 0.4
    weights, gradient = drawn(3, 2, SHAPE.weights) * mask, torch.zeros(2, SHAPE.weights)
    start = weights.clone()
    muon = Muon(SHAPE, weights, gradient, mask=mask)
    for step in range(3):
        gradient.copy_(drawn(20 + step, *gradient.shape) * mask)
        muon.step(0.1)
    assert (weights[~mask] == 0).all()
    assert (weights[mask] != start[mask]).all()


def test_a_matrix_without_gradient_rests() -> None:
    weights, gradient = drawn(3, 1, SHAPE.weights), torch.zeros(1, SHAPE.weights)
    start = weights.clone()
    Muon(SHAPE, weights, gradient).step(0.1)
    assert torch.equal(weights, start)


def test_one_hidden_layer_is_left_to_adam() -> None:
    shape = LayeredShape(1, (("sin", 2),))
    weights, gradient = torch.zeros(1, shape.weights), torch.ones(1, shape.weights)
    Muon(shape, weights, gradient).step(0.1)
    np.testing.assert_allclose(weights, -0.1, rtol=1e-5)


@pytest.mark.parametrize("iterations", [0, 100])
def test_iterations_out_of_range_are_refused(iterations: int) -> None:
    zeros = torch.zeros(1, SHAPE.weights)
    with pytest.raises(ValueError, match=f"got {iterations} Newton-Schulz iterations"):
        Muon(SHAPE, zeros, zeros.clone(), iterations=iterations)
