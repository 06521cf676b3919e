"""Similarity: by hand for constant images, and as the sum over windows says."""

import numpy as np
import pytest

from compsparse.studies.regime.judging.similarity import ssim

C1 = 1e-4


def noise(*shape: int) -> np.ndarray:
    return np.random.default_rng(7).random(shape)


def test_equal_images_have_similarity_one() -> None:
    image = noise(2, 16, 20, 3)
    np.testing.assert_allclose(ssim(image, image), 1.0, rtol=1e-12)


def test_constant_images_by_hand() -> None:
    a, b = 0.2, 0.7
    found = ssim(np.full((12, 12, 3), a), np.full((12, 12, 3), b))
    assert float(found) == pytest.approx((2 * a * b + C1) / (a * a + b * b + C1), rel=1e-12)


def test_similarity_is_symmetric_and_falls_with_noise() -> None:
    image, disturbance = noise(24, 24, 3), noise(24, 24, 1)
    assert float(ssim(image, disturbance * image)) == pytest.approx(
        float(ssim(disturbance * image, image)), rel=1e-14
    )
    values = [
        float(ssim(image, image + share * (disturbance - image))) for share in (0.1, 0.4, 0.9)
    ]
    assert 1 > values[0] > values[1] > values[2]


def test_a_single_window_by_its_sum() -> None:
    x, y = noise(2, 11, 11, 1)
    offsets = np.arange(-5, 6)
    weights = np.exp(-(offsets[:, None] ** 2 + offsets**2) / (2 * 1.5**2))[..., None]
    weights /= weights.sum()
    mean_x, mean_y = (weights * x).sum(), (weights * y).sum()
    variances = (weights * (x - mean_x) ** 2).sum() + (weights * (y - mean_y) ** 2).sum()
    covariance = (weights * (x - mean_x) * (y - mean_y)).sum()
    expected = (2 * mean_x * mean_y + C1) * (2 * covariance + 9e-4)
    expected /= (mean_x**2 + mean_y**2 + C1) * (variances + 9e-4)
    assert float(ssim(x, y)) == pytest.approx(expected, rel=1e-10)


def test_a_batch_is_its_images() -> None:
    first, second = noise(3, 15, 13, 3), noise(3, 15, 13, 3)[:, ::-1].copy()
    one_by_one = [float(ssim(a, b)) for a, b in zip(first, second, strict=True)]
    np.testing.assert_allclose(ssim(first, second), one_by_one, rtol=1e-13)


def test_single_precision_is_computed_in_double() -> None:
    image = noise(12, 12, 3).astype(np.float32)
    assert ssim(image, image[::-1].copy()).dtype == np.float64
