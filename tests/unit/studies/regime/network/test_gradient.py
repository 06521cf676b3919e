import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from compsparse.studies.regime.network import gradient as module
from compsparse.studies.regime.network.activations import ACTIVATIONS
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.shape import LayeredShape

SKULL = LayeredShape(12, (("identity", 17), ("gaussian", 4), ("sin", 1)))


def drawn(seed: int, *size: int) -> torch.Tensor:
    return torch.randn(size, generator=torch.Generator().manual_seed(seed))


def by_autograd(
    shape: LayeredShape, weights: torch.Tensor, inputs: torch.Tensor, wanted: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Errors and gradients, run by run: inputs of a run may differ from those of the others."""
    errors, gradients = [], []
    for run, network in enumerate(weights):
        leaf = network[None].clone().requires_grad_()
        image = images(shape, leaf, inputs if inputs.dim() == 2 else inputs[run])
        error = ((image[0] - (wanted if wanted.dim() == 2 else wanted[run])) ** 2).mean()
        error.backward()  # type: ignore[no-untyped-call]
        assert leaf.grad is not None
        errors.append(error.detach())
        gradients.append(leaf.grad[0])
    return torch.stack(errors), torch.stack(gradients)


def require_equal_to_autograd(
    shape: LayeredShape, weights: torch.Tensor, inputs: torch.Tensor, wanted: torch.Tensor
) -> None:
    errors, expected = by_autograd(shape, weights, inputs, wanted)
    out = torch.full_like(weights, torch.nan)
    pixel_error = PixelError(shape, len(weights))
    np.testing.assert_allclose(
        pixel_error.gradient(weights, inputs, wanted, out), errors, rtol=1e-5
    )
    np.testing.assert_allclose(pixel_error.value(weights, inputs, wanted), errors, rtol=1e-5)
    scale = float(expected.abs().max()) + 1e-6
    np.testing.assert_allclose(out, expected, atol=2e-5 * scale, rtol=1e-4)


@settings(max_examples=20)
@given(
    depth=st.integers(1, 5),
    counts=st.lists(st.integers(0, 3), min_size=7, max_size=7).filter(any),
    order=st.permutations(list(ACTIVATIONS)),
    inputs=st.integers(4, 5),
    runs=st.integers(1, 3),
    own_inputs=st.booleans(),
    own_targets=st.booleans(),
    seed=st.integers(0, 999),
)
def test_error_and_gradient_are_those_of_autograd(
    depth: int,
    counts: list[int],
    order: list[str],
    inputs: int,
    runs: int,
    own_inputs: bool,
    own_targets: bool,
    seed: int,
) -> None:
    shape = LayeredShape(depth, tuple(zip(order, counts, strict=True)), inputs)
    weights = drawn(seed, runs, shape.weights) / shape.width**0.5
    pixels = 37
    places = drawn(seed + 1, *([runs] if own_inputs else []), inputs, pixels)
    wanted = drawn(seed + 2, *([runs] if own_targets else []), 3, pixels).sigmoid()
    require_equal_to_autograd(shape, weights, places, wanted)


def test_a_deep_network_in_chunks_of_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 1)
    monkeypatch.setattr(module, "_LEAST_PIXELS", 40)
    weights = drawn(0, 2, SKULL.weights) / 22**0.5
    # two whole chunks and a rest
    require_equal_to_autograd(SKULL, weights, drawn(1, 4, 97), drawn(2, 2, 3, 97).sigmoid())


def test_an_earlier_call_leaves_no_trace() -> None:
    weights = drawn(0, 2, SKULL.weights) / 22**0.5
    pixel_error = PixelError(SKULL, 2)
    outs = torch.empty(2, *weights.shape)
    pixel_error.gradient(weights, drawn(1, 4, 50), drawn(2, 3, 50), outs[0])
    first = outs[0].clone()
    pixel_error.gradient(-weights, drawn(3, 4, 70), drawn(4, 3, 70), outs[1])
    pixel_error.gradient(weights, drawn(1, 4, 50), drawn(2, 3, 50), outs[0])
    assert torch.equal(outs[0], first)
    assert not torch.equal(outs[1], first)


def test_what_does_not_fit_is_refused() -> None:
    pixel_error = PixelError(SKULL, 2)
    weights, out = torch.zeros(2, 2, SKULL.weights)
    with pytest.raises(ValueError, match="needed: 2 runs and 4 inputs"):
        pixel_error.gradient(weights, torch.zeros(3, 4, 9), torch.zeros(3, 9), out)
    with pytest.raises(ValueError, match="needed: 2 runs and 4 inputs"):
        pixel_error.value(weights, torch.zeros(5, 9), torch.zeros(3, 9))
    with pytest.raises(ValueError, match="inputs of 9 pixels and wanted colours of 8"):
        pixel_error.value(weights, torch.zeros(4, 9), torch.zeros(3, 8))
    with pytest.raises(ValueError, match="inputs of 0 pixels"):
        pixel_error.value(weights, torch.zeros(4, 0), torch.zeros(3, 0))
