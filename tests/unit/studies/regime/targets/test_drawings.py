"""Drawings: shapes cover what they should, and every size shows the same picture."""

import numpy as np
import pytest

from compsparse.studies.regime.targets.drawings import DRAWINGS, Canvas, smooth_curve


def area(mask: np.ndarray, size: int) -> float:
    """Return the area in units of the coordinates."""
    return float(mask.sum()) * (2 / (size - 1) / 4) ** 2


def test_areas() -> None:
    canvas = Canvas(65)
    circle = canvas.ellipse((0.1, -0.2), (0.5, 0.5))
    assert area(circle, 65) == pytest.approx(np.pi / 4, rel=0.005)
    turned = canvas.ellipse((0.0, 0.0), (0.6, 0.2), 30.0)
    assert area(turned, 65) == pytest.approx(0.12 * np.pi, rel=0.01)
    down_right = (canvas.x > 0.3) & (canvas.y > 0.1)
    up_right = (canvas.x > 0.3) & (canvas.y < -0.2)
    assert (turned & down_right).sum() > 100
    assert not (turned & up_right).any()
    triangle = canvas.polygon((-0.5, 0.5), (0.5, 0.5), (0.0, -0.5))
    assert area(triangle, 65) == pytest.approx(0.5, rel=0.01)
    stroke = canvas.stroke(0.2, (-0.5, 0.0), (0.5, 0.0))
    assert area(stroke, 65) == pytest.approx(0.2 + 0.01 * np.pi, rel=0.02)


def test_a_straight_edge_is_smoothed_by_its_share_of_the_pixel() -> None:
    canvas = Canvas(5)  # pixels of side 0.5, centres at -1, -0.5, 0, 0.5, 1
    canvas.paint(canvas.x < 0.125, (0.0, 0.5, 1.0))
    np.testing.assert_allclose(canvas.rgb()[0, :, 0], [0.0, 0.0, 0.25, 1.0, 1.0])
    np.testing.assert_allclose(canvas.rgb()[0, :, 1], [0.5, 0.5, 0.625, 1.0, 1.0])


def test_shades_run_from_start_to_end() -> None:
    canvas = Canvas(5)
    canvas.shade(canvas.everywhere(), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (canvas.y + 1) / 2)
    np.testing.assert_allclose(canvas.rgb()[1:4, 2, 0], [0.25, 0.5, 0.75], atol=1e-6)


def test_a_smooth_curve_passes_its_points() -> None:
    points = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    curve = smooth_curve(*points, pieces=4)
    assert [curve[4 * corner] for corner in range(4)] == list(points)
    assert curve[2] == pytest.approx((0.5, -0.125))  # Catmull-Rom bulges by an eighth


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_are_pictures_at_every_size(name: str) -> None:
    small, large = DRAWINGS[name](17), DRAWINGS[name](33)
    assert small.shape == (17, 17, 3)
    assert small.dtype == np.float32
    assert small.min() >= 0
    assert small.max() <= 1
    assert small.std() > 0.1
    assert np.abs(large[::2, ::2] - small).mean() < 0.08  # the same places
    np.testing.assert_array_equal(DRAWINGS[name](17), small)


def test_only_the_butterfly_on_white_is_mirrored() -> None:
    for name, draw in DRAWINGS.items():
        image = draw(33)
        mirrored = np.abs(image - image[:, ::-1]).mean() < 1e-6
        assert mirrored == (name == "butterfly_without_background")
