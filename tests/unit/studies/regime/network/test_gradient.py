import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compsparse.studies.regime.network import gradient as module
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.shape import ACTIVATIONS, LayeredShape
from tests.unit.studies.regime.network.plain import by_autograd, drawn

SKULL = LayeredShape(12, (("identity", 17), ("gaussian", 4), ("sin", 1)))


def require_equal_to_autograd(
    shape: LayeredShape, weights: np.ndarray, inputs: np.ndarray, wanted: np.ndarray
) -> None:
    errors, expected = by_autograd(shape, weights, inputs, wanted)
    out = np.full_like(weights, np.nan)
    pixel_error = PixelError(shape, len(weights))
    found = pixel_error.gradient(weights, inputs, wanted, out)
    np.testing.assert_allclose(found, errors, rtol=1e-5)
    np.testing.assert_allclose(pixel_error.value(weights, inputs, wanted), errors, rtol=1e-5)
    scale = float(np.abs(expected).max()) + 1e-6
    np.testing.assert_allclose(out, expected, atol=5e-5 * scale, rtol=1e-4)
    if inputs.ndim == 2:
        error = ((images(shape, weights, inputs) - wanted) ** 2).mean(axis=(1, 2))
        np.testing.assert_allclose(error, errors, rtol=1e-5)


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
    weights = drawn(seed, runs, shape.weights) / np.float32(shape.width**0.5)
    pixels = 37
    places = drawn(seed + 1, *([runs] if own_inputs else []), inputs, pixels)
    wanted = np.abs(np.tanh(drawn(seed + 2, *([runs] if own_targets else []), 3, pixels)))
    require_equal_to_autograd(shape, weights, places, wanted)


def test_a_deep_network_in_chunks_of_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 1)
    monkeypatch.setattr(module, "_LEAST_PIXELS", 40)
    weights = drawn(0, 2, SKULL.weights) / np.float32(22**0.5)
    # two whole chunks and a rest
    require_equal_to_autograd(SKULL, weights, drawn(1, 4, 97), np.abs(np.tanh(drawn(2, 2, 3, 97))))


def test_an_earlier_call_leaves_no_trace() -> None:
    weights = drawn(0, 2, SKULL.weights) / np.float32(22**0.5)
    pixel_error = PixelError(SKULL, 2)
    outs = np.empty((2, *weights.shape), dtype=np.float32)
    pixel_error.gradient(weights, drawn(1, 4, 50), drawn(2, 3, 50), outs[0])
    first = outs[0].copy()
    pixel_error.gradient(-weights, drawn(3, 4, 70), drawn(4, 3, 70), outs[1])
    pixel_error.gradient(weights, drawn(1, 4, 50), drawn(2, 3, 50), outs[0])
    np.testing.assert_array_equal(outs[0], first)
    assert (outs[1] != first).any()


def test_padding_is_never_seen() -> None:
    assert SKULL.padded.width == 24 and SKULL.padded.padded.width == 24
    pixel_error = PixelError(SKULL, 2)
    weights = drawn(0, 2, SKULL.weights)
    pixel_error.value(weights, drawn(1, 4, 50), drawn(2, 3, 50))
    np.testing.assert_array_equal(SKULL.unpadded(pixel_error.padded), weights)
    assert np.count_nonzero(pixel_error.padded) == np.count_nonzero(weights)


def test_what_does_not_fit_is_refused() -> None:
    pixel_error = PixelError(SKULL, 2)
    weights, out = np.zeros((2, 2, SKULL.weights), dtype=np.float32)
    with pytest.raises(ValueError, match="needed: 2 runs and 4 inputs"):
        pixel_error.gradient(
            weights, np.zeros((3, 4, 9), np.float32), np.zeros((3, 9), np.float32), out
        )
    with pytest.raises(ValueError, match="needed: 2 runs and 4 inputs"):
        pixel_error.value(weights, np.zeros((5, 9), np.float32), np.zeros((3, 9), np.float32))
    with pytest.raises(ValueError, match="inputs of 9 pixels and wanted colours of 8"):
        pixel_error.value(weights, np.zeros((4, 9), np.float32), np.zeros((3, 8), np.float32))
    with pytest.raises(ValueError, match="inputs of 0 pixels"):
        pixel_error.value(weights, np.zeros((4, 0), np.float32), np.zeros((3, 0), np.float32))
