"""Directions, walls and gradient noise, where the answer is known."""

from pathlib import Path

import numpy as np
import pytest
import torch

from compsparse.studies.regime.judging.grid import grid_inputs
from compsparse.studies.regime.mechanisms import generate_landscape
from compsparse.studies.regime.mechanisms.gradient_noise import gradient_noise
from compsparse.studies.regime.mechanisms.walls import (
    SIZES,
    errors_along,
    log_distances,
    relative_directions,
)
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.shape import LayeredShape
from tests.unit.studies.regime.steps import SEEDS, arrays
from tests.unit.studies.regime.steps import SHAPE as NETWORKS

SHAPE = LayeredShape.from_units(2, {"identity": 3, "gaussian": 2, "sin": 1})


def network() -> tuple[torch.Tensor, torch.Tensor]:
    random = np.random.default_rng(0)
    mask = torch.from_numpy(random.random(SHAPE.weights) < 0.6)
    return torch.where(mask, lecun_normal(SHAPE, [random])[0], 0.0), mask


def test_directions_are_as_long_as_each_layer_and_come_with_their_opposites() -> None:
    weights, mask = network()
    found = relative_directions(SHAPE, weights, mask, 3, np.random.default_rng(1))
    assert found.shape == (6, SHAPE.weights)
    torch.testing.assert_close(found[:3], -found[3:])
    assert (found[:, ~mask] == 0).all()
    for block in SHAPE.blocks:
        layer = slice(block.start, block.stop)
        lengths = torch.linalg.vector_norm(found[:, layer], dim=1)
        torch.testing.assert_close(lengths, weights[layer].norm().expand(6))


def test_distances_are_those_of_a_parabola() -> None:
    curvatures = np.array([4.0, 400.0, 1e-9, 1e12])
    errors = 0.1 * (1 + curvatures[:, None] * SIZES**2)
    found = log_distances(errors, SIZES, 0.2)
    # doubled at 1 / sqrt(curvature); between two sizes to a chord, beyond the ends at the ends
    expected = [-0.5 * np.log10(4.0), -0.5 * np.log10(400.0), np.log10(2.0), np.log10(SIZES[0])]
    assert found == pytest.approx(expected, abs=0.05)


def test_only_the_first_wall_counts() -> None:
    errors = np.array([[0.1, 0.3, 0.1, 0.5]])
    assert log_distances(errors, np.array([1.0, 10.0, 100.0, 1000.0]), 0.3 - 1e-12) == (
        pytest.approx([1.0])
    )


def test_errors_along_are_those_of_the_moved_networks() -> None:
    weights, mask = network()
    directions = relative_directions(SHAPE, weights, mask, 1, np.random.default_rng(1))
    pixels = torch.from_numpy(grid_inputs(8))
    wanted = torch.full((3, 64), 0.3)
    found = errors_along(SHAPE, weights, directions, np.array([0.0, 0.5]), pixels, wanted)
    error = PixelError(SHAPE, 1)
    for row, direction in enumerate(directions):
        for column, size in enumerate((0.0, 0.5)):
            value = error.value((weights + size * direction)[None], pixels, wanted)
            assert found[row, column] == pytest.approx(float(value), rel=1e-5)


def test_noise_is_the_covariance_of_the_gradients_of_single_pixels() -> None:
    weights, mask = network()
    pixels = torch.from_numpy(grid_inputs(8))
    wanted = torch.rand(3, 64, generator=torch.Generator().manual_seed(2))
    error, gradients = PixelError(SHAPE, 1), []
    for pixel in range(64):
        gradient = torch.zeros(1, SHAPE.weights)
        pixel_slice = slice(pixel, pixel + 1)
        error.gradient(weights[None], pixels[:, pixel_slice], wanted[:, pixel_slice], gradient)
        gradients.append((gradient[0] * mask).double())
    stacked = torch.stack(gradients)
    found = gradient_noise(SHAPE, weights, mask, pixels, wanted)
    mean = stacked.mean(dim=0)
    trace = float((stacked - mean).square().sum() / 64)
    assert found.squared_norm == pytest.approx(float(mean.square().sum()), rel=1e-4)
    assert found.trace == pytest.approx(trace, rel=1e-4)


def test_a_file_is_looked_at_network_by_network(target: Path, networks: Path) -> None:
    found = arrays(
        generate_landscape.run(
            {"model": networks, "target": target}, **(SEEDS | NETWORKS | {"pairs": 2})
        )
    )
    assert found["around"].shape == (2, 2, 4, len(SIZES))
    # dense networks have all weights of their shape
    np.testing.assert_array_equal(found["around"][0], found["around"][1])
    np.testing.assert_allclose(found["around"][0, :, :, 0].mean(axis=1), found["error"], rtol=0.01)
    assert (found["noise_trace"] > 0).all() and (found["gradient_norm"] > 0).all()
