"""Images of small genomes by hand; those of Picbreeder's as they were drawn independently."""

from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.genome_files import read_genome_json
from tests.unit.studies.regime.targets.small_genomes import (
    BUILT,
    PICBREEDER,
    colour_genome,
    ink_genome,
    needs_picbreeder,
)


def test_ink_is_grey_and_its_sign_does_not_count() -> None:
    image = draw_genome(ink_genome("identity", [("x", "ink", 0.5)]), 3)
    expected = np.array([0.5, 0.0, 0.5])  # |x| / 2 along each row
    np.testing.assert_allclose(image, np.broadcast_to(expected[:, None], (3, 3, 3)), atol=1e-15)


def test_y_runs_downwards() -> None:
    image = draw_genome(ink_genome("identity", [("y", "ink", 0.5), ("bias", "ink", 0.5)]), 3)
    np.testing.assert_allclose(image[:, 0, 0], [0.0, 0.5, 1.0], atol=1e-15)


@pytest.mark.parametrize(
    ("activation", "value"),
    [
        ("identity", 0.3),
        ("gaussian", 2 * np.exp(-0.09) - 1),
        ("sigmoid", 2 / (1 + np.exp(-0.3)) - 1),
        ("sin", np.sin(0.3)),
        ("cos", np.cos(0.3)),
        ("tanh", np.tanh(0.3)),
        ("relu", 0.3),
    ],
)
def test_each_activation(activation: str, value: float) -> None:
    image = draw_genome(ink_genome(activation, [("bias", "ink", 0.3)]), 2)
    np.testing.assert_allclose(image, abs(value), rtol=1e-14)


def test_distance_is_1_4_times_that_to_the_centre() -> None:
    image = draw_genome(ink_genome("identity", [("d", "ink", 0.5)]), 3)
    np.testing.assert_allclose(image[0, :, 0], [0.7 * np.sqrt(2), 0.7, 0.7 * np.sqrt(2)])


def test_a_node_without_sources_has_the_value_at_zero() -> None:
    genome = colour_genome({"a": "gaussian"}, [("a", "v", 0.5)])
    np.testing.assert_array_equal(draw_genome(genome, 2), np.full((2, 2, 3), 0.5))


@pytest.mark.parametrize(
    ("hue", "saturation", "brightness", "rgb"),
    [
        (0.0, 1.0, 1.0, (1.0, 0.0, 0.0)),
        (1 / 6, 1.0, 1.0, (1.0, 1.0, 0.0)),
        (1 / 3, 1.0, 0.5, (0.0, 0.5, 0.0)),
        (-1 / 3, 1.0, 1.0, (0.0, 0.0, 1.0)),
        (2 / 3 + 5, 0.5, 1.0, (0.5, 0.5, 1.0)),
        (0.0, 7.0, -3.0, (1.0, 0.0, 0.0)),
        (0.4, -1.0, 0.25, (0.25, 0.25, 0.25)),
    ],
)
def test_colours(
    hue: float, saturation: float, brightness: float, rgb: tuple[float, float, float]
) -> None:
    genome = colour_genome(
        {}, [("bias", "h", hue), ("bias", "s", saturation), ("bias", "v", brightness)]
    )
    np.testing.assert_allclose(draw_genome(genome, 2)[0, 0], rgb, atol=1e-12)


def test_only_face_and_butterfly_are_mirrored() -> None:
    for path in BUILT:
        image = draw_genome(read_genome_json(path), 33)
        difference = np.abs(image - image[:, ::-1]).mean()
        assert difference < 1e-12 if path.stem in ("face", "butterfly") else difference > 0.05


@needs_picbreeder
@pytest.mark.parametrize("name", ["skull", "butterfly"])
def test_picbreeders_images(name: str) -> None:
    assert PICBREEDER is not None
    genome = read_genome_json(Path(PICBREEDER) / f"{name}.json")
    expected = np.load(Path(PICBREEDER) / f"{name}.npz")["rgb"]
    np.testing.assert_allclose(draw_genome(genome, 256), expected, rtol=0, atol=1e-4)
