"""The judged pixels: pixels of the full image, mirrored onto each other."""

import numpy as np
import pytest

from compsparse.studies.regime.network.pixels import (
    IMAGE_SIZE,
    grid_inputs,
    grid_pixels,
    lines,
    on_grid,
    pixel_inputs,
)


@pytest.mark.parametrize("side", [32, 64, 128, 256])
def test_lines_are_mirrored_onto_each_other(side: int) -> None:
    picked = lines(side)
    assert len(picked) == side
    np.testing.assert_array_equal(picked + picked[::-1], np.full(side, IMAGE_SIZE - 1))
    assert set(np.diff(picked)) <= {IMAGE_SIZE // side, IMAGE_SIZE // side + 1, 1}


def test_lines_of_a_small_image_by_hand() -> None:
    np.testing.assert_array_equal(lines(2, 8), [1, 6])
    np.testing.assert_array_equal(lines(4, 16), [1, 5, 10, 14])
    np.testing.assert_array_equal(lines(8, 8), np.arange(8))


def test_inputs_are_those_of_pixels_of_the_full_image() -> None:
    x, y, distance, bias = grid_inputs(64)
    full = pixel_inputs(IMAGE_SIZE)
    picked = lines(64)
    np.testing.assert_array_equal(x.reshape(64, 64)[7], full[0][picked])
    np.testing.assert_array_equal(
        y.reshape(64, 64)[:, 7], full[1].reshape(IMAGE_SIZE, IMAGE_SIZE)[picked, 0]
    )
    np.testing.assert_array_equal(distance, distance.reshape(64, 64)[:, ::-1].ravel())
    assert np.all(bias == 1)


def test_pictures_and_flat_pixels_are_picked_alike() -> None:
    rgb = np.random.default_rng(0).random((IMAGE_SIZE, IMAGE_SIZE, 3), dtype=np.float32)
    picked = rgb.reshape(-1, 3)[grid_pixels(64)].reshape(64, 64, 3)
    np.testing.assert_array_equal(on_grid(rgb), picked)
