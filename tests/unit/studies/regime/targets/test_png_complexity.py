"""The encoder writes PNGs that others read; the number orders images as it must."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from compsparse.studies.regime.targets.png_complexity import eight_bits, encode_png, png_complexity
from tests.unit.studies.regime.targets.small_genomes import PICBREEDER, needs_picbreeder


def smooth(rows: int, columns: int) -> np.ndarray:
    y, x = np.mgrid[0 : 1 : rows * 1j, 0 : 1 : columns * 1j]
    return np.stack([x, np.sin(9 * x * y) ** 2, x * y], axis=-1)


@pytest.mark.parametrize("shape", [(1, 1), (2, 7), (40, 30)])
def test_others_read_the_same_pixels(shape: tuple[int, int]) -> None:
    generator = np.random.default_rng(0)
    for image in (smooth(*shape), generator.random((*shape, 3)), np.ones((*shape, 3))):
        pixels = eight_bits(image)
        with Image.open(io.BytesIO(encode_png(pixels))) as read:
            assert read.mode == "RGB"
            np.testing.assert_array_equal(np.asarray(read), pixels)


def test_values_are_rounded() -> None:
    values = np.array([0.0, 0.4 / 255, 0.6 / 255, 1.0, 0.5, 254.6 / 255]).reshape(1, 2, 3)
    np.testing.assert_array_equal(eight_bits(values).ravel(), [0, 0, 1, 255, 128, 255])
    for bad in (-0.1, 1.1, np.nan):
        with pytest.raises(ValueError, match="allowed: 0 to 1"):
            eight_bits(np.full((1, 1, 3), bad))


def test_order_of_complexity() -> None:
    flat, noise = np.full((64, 64, 3), 0.5), np.random.default_rng(0).random((64, 64, 3))
    values = [png_complexity(image) for image in (flat, smooth(64, 64), noise)]
    assert values[0] < 0.02
    assert values[0] < values[1] < values[2]
    assert values[2] == pytest.approx(1.0, abs=0.03)  # noise does not pack


def test_the_number_is_nearly_that_of_the_usual_encoder() -> None:
    image = smooth(128, 128)
    usual = io.BytesIO()
    Image.fromarray(eight_bits(image)).save(usual, "PNG", compress_level=6)
    assert png_complexity(image) == pytest.approx(len(usual.getvalue()) / image.size, rel=0.01)


@needs_picbreeder
@pytest.mark.parametrize(("name", "expected"), [("skull", 0.2129), ("butterfly", 0.2230)])
def test_picbreeders_images(name: str, expected: float) -> None:
    assert PICBREEDER is not None
    rgb = np.load(Path(PICBREEDER) / f"{name}.npz")["rgb"]
    assert png_complexity(rgb) == pytest.approx(expected, rel=0.005)  # zlib may differ
