import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.colours import colour_error, colour_error_gradient, colours


def painted(scale: float) -> torch.Tensor:
    """Colours on both sides of every clip, and of every sector of the hue."""
    drawn = np.random.default_rng(3).uniform(-scale, scale, (2, 3, 3000))
    return torch.from_numpy(drawn.astype(np.float32))


@pytest.mark.parametrize("scale", [0.5, 1.6, 40.0])
def test_the_error_is_that_of_the_colours(scale: float) -> None:
    values, wanted = painted(scale), torch.rand(3, 3000, generator=torch.Generator().manual_seed(1))
    expected = colours(values) - wanted
    np.testing.assert_allclose(colour_error(values, wanted), expected, atol=1e-7, rtol=0)
    error, _ = colour_error_gradient(values, wanted, 1.0)
    assert torch.equal(error, colour_error(values, wanted))


@pytest.mark.parametrize("scale", [0.5, 1.6, 40.0])
def test_the_gradient_is_that_of_autograd(scale: float) -> None:
    values, wanted = painted(scale).requires_grad_(), torch.full((2, 3, 3000), 0.3)
    loss = 0.35 * ((colours(values) - wanted) ** 2).sum()
    loss.backward()  # type: ignore[no-untyped-call]
    _, gradient = colour_error_gradient(values.detach(), wanted, 0.7)
    assert values.grad is not None
    np.testing.assert_allclose(gradient, values.grad, atol=3e-6)


def test_the_gradient_is_the_slope_of_the_six_sector_form() -> None:
    # by finite differences of the standard library, which knows neither clips nor shares
    import colorsys

    rng = np.random.default_rng(0)
    for h, s, v in rng.uniform(0.05, 0.95, (40, 3)):
        wanted = rng.uniform(size=3)

        def error(values: np.ndarray, wanted: np.ndarray = wanted) -> float:
            return float(((np.array(colorsys.hsv_to_rgb(*values)) - wanted) ** 2).sum())

        step = 1e-6 * np.eye(3)
        point = np.array([h, s, v])
        slopes = [(error(point + d) - error(point - d)) / 2e-6 for d in step]
        values = torch.from_numpy(point.astype(np.float32)).view(1, 3, 1)
        target = torch.from_numpy(wanted.astype(np.float32)).view(3, 1)
        _, gradient = colour_error_gradient(values, target, 2.0)
        np.testing.assert_allclose(gradient.ravel(), slopes, atol=2e-5)


def test_outside_the_clips_and_at_no_brightness_nothing_passes() -> None:
    values = torch.tensor([[0.2, 0.2, 0.2, 0.2], [1.2, -0.1, 0.5, 0.5], [0.5, 0.5, -1.3, 0.0]])
    _, gradient = colour_error_gradient(values[None], torch.full((3, 4), 0.9), 1.0)
    assert gradient[0, 1, :2].tolist() == [0, 0]
    assert gradient[0, 2, 2:].tolist() == [0, 0]
    assert (gradient[0, 2, :2] != 0).all()


def test_a_network_whose_saturation_has_no_weights_left_can_still_learn_its_brightness() -> None:
    # hue and saturation 0 everywhere: on the edge of the clip
    values = torch.tensor([[0.0], [0.0], [-0.5]])[None]
    _, gradient = colour_error_gradient(values, torch.zeros(3, 1), 1.0)
    # red, green, blue are |v|: the slope of 3 v^2 / 2
    assert gradient[0, 2].item() == pytest.approx(-1.5)
