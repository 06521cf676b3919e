import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.optimizers import _SCALE, Adam, Muon, NewtonSchulz
from compsparse.studies.regime.network.shape import LayeredShape
from tests.unit.studies.regime.network.plain import drawn

SHAPE = LayeredShape(4, (("identity", 8), ("gaussian", 3)))


def ones(weights: np.ndarray) -> np.ndarray:
    return np.ones((len(weights), 1), dtype=np.float32)


def newton_schulz(matrices: np.ndarray, iterations: int) -> np.ndarray:
    found = matrices.copy()
    NewtonSchulz(found, iterations).iterate()
    return found / np.float32(_SCALE)


def reference_update(ahead: np.ndarray, iterations: int) -> np.ndarray:
    """The formula of torch.optim.Muon for one matrix, in float64 instead of bfloat16."""
    x = ahead.astype(np.float64)
    x = x / max(np.linalg.norm(x), 1e-7)
    for _ in range(iterations):
        gram = x @ x.T
        x = 3.4445 * x + (-4.7750 * gram + 2.0315 * gram @ gram) @ x
    return x


@pytest.mark.parametrize("iterations", [1, 5, 20])
def test_iterations_are_those_of_the_formula(iterations: int) -> None:
    sizes = np.array([1e-5, 1e-3, 1, 10, 1e4, 0], dtype=np.float32)
    matrices = drawn(0, 6, 11, 11) * sizes[:, None, None]
    found = newton_schulz(matrices, iterations)
    for update, matrix in zip(found, matrices, strict=True):
        np.testing.assert_allclose(update, reference_update(matrix, iterations), atol=2e-4)
    assert (found[-1] == 0).all()


def test_singular_values_end_near_1_and_vectors_stay() -> None:
    matrix = drawn(1, 1, 11, 11)
    found = newton_schulz(matrix, 5)[0]
    left, values, right = np.linalg.svd(matrix[0])
    rotated = left.T @ found @ right.T
    diagonal = np.diag(rotated)
    assert np.abs(rotated - np.diag(diagonal)).max() < 1e-5
    usual = diagonal[values > 0.05 * values.sum()]
    assert ((usual > 0.6) & (usual < 1.25)).all()


def test_adam_is_torch_s() -> None:
    weights = drawn(0, 3, 40)
    peer = torch.nn.Parameter(torch.from_numpy(weights.copy()))
    ours, theirs = Adam(weights), torch.optim.Adam([peer], lr=0.02)
    factors = np.array([[0.5], [1.0], [3.0]], dtype=np.float32)
    for step in range(8):
        gradient = drawn(step, 3, 40) * np.float32(10.0 ** (step - 5))
        ours.step(gradient, factors, 0.02)
        peer.grad = torch.from_numpy(gradient * factors)
        theirs.step()
    np.testing.assert_allclose(weights, peer.detach(), atol=2e-6)


@pytest.mark.parametrize("iterations", [5, 20])
def test_muon_is_torch_s(iterations: int) -> None:
    weights = drawn(2, 3, SHAPE.weights)
    start = weights.copy()
    muon = Muon(SHAPE, weights, iterations=iterations)
    first, last = SHAPE.blocks[0].stop, SHAPE.blocks[-1].start

    def matrices(flat: np.ndarray) -> np.ndarray:
        return flat[:, first:last].reshape(-1, SHAPE.width, SHAPE.width)

    def ends(flat: np.ndarray) -> np.ndarray:
        return np.concatenate([flat[:, :first], flat[:, last:]], axis=1)

    peers = [torch.nn.Parameter(torch.from_numpy(m.copy())) for m in matrices(start)]
    torch_muon = torch.optim.Muon(peers, lr=0.02, weight_decay=0.0, ns_steps=iterations)
    end_peer = torch.nn.Parameter(torch.from_numpy(ends(start)))
    torch_adam = torch.optim.Adam([end_peer], lr=0.02)
    exact, momentum = matrices(start).astype(np.float64), np.zeros(matrices(start).shape)
    for step in range(6):
        gradient = drawn(10 + step, *weights.shape)
        muon.step(gradient, ones(weights), 0.02)
        g = matrices(gradient)
        for peer, update in zip(peers, g, strict=True):
            peer.grad = torch.from_numpy(update.copy())
        end_peer.grad = torch.from_numpy(ends(gradient))
        torch_muon.step()  # type: ignore[no-untyped-call]
        torch_adam.step()
        momentum = 0.95 * momentum + 0.05 * g
        ahead = 0.05 * g + 0.95 * momentum
        exact -= 0.02 * np.stack([reference_update(a, iterations) for a in ahead])
    # the formula to float32; torch's own, whose products have 8 bits, to a few per cent of the way
    np.testing.assert_allclose(matrices(weights), exact, atol=2e-5)
    theirs = np.stack([peer.detach().numpy() for peer in peers])
    moved = np.linalg.norm(theirs - matrices(start))
    assert np.linalg.norm(matrices(weights) - theirs) < 0.08 * moved
    np.testing.assert_allclose(ends(weights), end_peer.detach(), atol=1e-6)


def test_masked_weights_stay_exactly_zero() -> None:
    mask = np.random.default_rng(5).random((2, SHAPE.weights)) < 0.4
    weights = drawn(3, 2, SHAPE.weights) * mask
    start = weights.copy()
    muon = Muon(SHAPE, weights, mask=mask.astype(np.float32))
    for step in range(3):
        muon.step(drawn(20 + step, *weights.shape) * mask, ones(weights), 0.1)
    assert (weights[~mask] == 0).all()
    assert (weights[mask] != start[mask]).all()


def test_a_matrix_without_gradient_rests() -> None:
    weights = drawn(3, 1, SHAPE.weights)
    start = weights.copy()
    Muon(SHAPE, weights).step(np.zeros_like(weights), ones(weights), 0.1)
    np.testing.assert_array_equal(weights, start)


def test_one_hidden_layer_is_left_to_adam() -> None:
    shape = LayeredShape(1, (("sin", 2),))
    weights = np.zeros((1, shape.weights), dtype=np.float32)
    Muon(shape, weights).step(np.ones_like(weights), ones(weights), 0.1)
    np.testing.assert_allclose(weights, -0.1, rtol=1e-5)


@pytest.mark.parametrize("iterations", [0, 100])
def test_iterations_out_of_range_are_refused(iterations: int) -> None:
    with pytest.raises(ValueError, match=f"got {iterations} Newton-Schulz iterations"):
        Muon(SHAPE, np.zeros((1, SHAPE.weights), dtype=np.float32), iterations=iterations)
