import colorsys

import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.forward import colour_error, colour_error_gradient, colours
from tests.unit.studies.regime.network.plain import plain_colours


def painted(scale: float) -> np.ndarray:
    """Colours on both sides of every clip, and of every sector of the hue."""
    drawn = np.random.default_rng(3).uniform(-scale, scale, (3, 2, 3000))
    return drawn.astype(np.float32)


def grey(value: float) -> np.ndarray:
    return np.full((3, 1), value, dtype=np.float32)


def gradient(values: np.ndarray, wanted: np.ndarray, scale: float) -> np.ndarray:
    out = np.full_like(values, np.nan)
    error = colour_error_gradient(values, wanted, scale, out)
    np.testing.assert_array_equal(error, colour_error(values, wanted))
    return out


@pytest.mark.parametrize("scale", [0.5, 1.6, 40.0])
def test_error_and_gradient_are_those_of_autograd(scale: float) -> None:
    values, wanted = painted(scale), np.full((3, 1, 1), 0.3, dtype=np.float32)
    leaf = torch.from_numpy(values).requires_grad_()
    error = plain_colours(leaf) - 0.3
    np.testing.assert_allclose(colour_error(values, wanted), error.detach(), atol=3e-6)
    (0.35 * (error**2).sum()).backward()
    assert leaf.grad is not None
    np.testing.assert_allclose(gradient(values, wanted, 0.7), leaf.grad, atol=2e-5)


def test_colours_and_slopes_are_those_of_the_six_sector_form() -> None:
    # by finite differences of the standard library, which knows neither clips nor shares
    rng = np.random.default_rng(0)
    for h, s, v in rng.uniform(0.05, 0.95, (40, 3)):
        wanted = rng.uniform(size=3)

        def error(values: np.ndarray, wanted: np.ndarray = wanted) -> float:
            return float(((np.array(colorsys.hsv_to_rgb(*values)) - wanted) ** 2).sum())

        step = 1e-6 * np.eye(3)
        point = np.array([h, s, v])
        slopes = [(error(point + d) - error(point - d)) / 2e-6 for d in step]
        values = point.astype(np.float32)[:, None]
        np.testing.assert_allclose(colours(values)[:, 0], colorsys.hsv_to_rgb(h, s, v), atol=1e-6)
        found = gradient(values, wanted.astype(np.float32)[:, None], 2.0)
        np.testing.assert_allclose(found[:, 0], slopes, atol=2e-5)


def test_outside_the_clips_and_at_no_brightness_nothing_passes() -> None:
    values = np.array([[0.2, 0.2, 0.2, 0.2], [1.2, -0.1, 0.5, 0.5], [0.5, 0.5, -1.3, 0.0]])
    found = gradient(values.astype(np.float32), grey(0.9), 1.0)
    assert found[1, :2].tolist() == [0, 0] and found[2, 2:].tolist() == [0, 0]
    assert (found[2, :2] != 0).all()


def test_a_network_whose_saturation_has_no_weights_left_can_still_learn_its_brightness() -> None:
    # hue and saturation 0 everywhere: on the edge of the clip
    found = gradient(np.array([[0.0], [0.0], [-0.5]], dtype=np.float32), grey(0), 1.0)
    assert found[2, 0] == pytest.approx(-1.5)  # red, green, blue are |v|: the slope of 3 v^2 / 2
