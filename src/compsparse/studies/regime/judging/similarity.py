"""Structural similarity (SSIM) of images, as Wang, Bovik, Sheikh and Simoncelli (2004) define it.

Over each window, Gaussian weights of standard deviation 1.5 in 11 x 11 pixels with sum 1, let mu be
the means, sigma^2 the variances and sigma_xy the covariance of the two images. Then

    SSIM = (2 mu_x mu_y + C1) (2 sigma_xy + C2)
           / ((mu_x^2 + mu_y^2 + C1) (sigma_x^2 + sigma_y^2 + C2)),

C1 = 0.01^2 and C2 = 0.03^2 for values in [0, 1]. What is reported is the mean over all windows that
lie inside the image, and over red, green and blue, each by itself.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from jaxtyping import Float, Float64

WINDOW = 11  # pixels per side
_DEVIATION = 1.5  # pixels
_C1 = 0.01**2
_C2 = 0.03**2
_TOGETHER = 16  # windows of a product: with more, most of its weights are 0


def ssim(
    first: Float[np.ndarray, "*image row column channel"],
    second: Float[np.ndarray, "*one_or_all row column channel"],
) -> Float64[np.ndarray, "*image"]:
    """Return the similarities of images with others, or one; values in [0, 1]; 1 if equal."""
    x, y = (np.moveaxis(np.asarray(image, dtype=np.float64), -1, -3) for image in (first, second))
    mean_x, mean_y = _windowed(x), _windowed(y)
    variance_x = _windowed(x * x) - mean_x**2
    variance_y = _windowed(y * y) - mean_y**2
    covariance = _windowed(x * y) - mean_x * mean_y
    similar = (2 * mean_x * mean_y + _C1) * (2 * covariance + _C2)
    similar /= (mean_x**2 + mean_y**2 + _C1) * (variance_x + variance_y + _C2)
    return np.asarray(similar.mean(axis=(-3, -2, -1)))


def _windowed(values: Float64[np.ndarray, "*channels row column"]) -> Float64[np.ndarray, "..."]:
    """Return the weighted means over all windows; the weights are a product, rows by columns."""
    *channels, rows, columns = values.shape
    along = np.empty((*channels, rows - WINDOW + 1, columns))
    for windows, pixels, weights in _parts(rows):
        np.matmul(weights, values[..., pixels, :], out=along[..., windows, :])
    means = np.empty((*along.shape[:-1], columns - WINDOW + 1))
    for windows, pixels, weights in _parts(columns):
        np.matmul(along[..., pixels], weights.T, out=means[..., windows])
    return means


def _parts(pixels: int) -> Iterator[tuple[slice, slice, Float64[np.ndarray, "window pixel"]]]:
    """Yield some windows of a side at a time, their pixels, and the weights of these."""
    for start in range(0, pixels - WINDOW + 1, _TOGETHER):
        stop = min(start + _TOGETHER, pixels - WINDOW + 1)
        yield slice(start, stop), slice(start, stop + WINDOW - 1), _weights(stop - start)


@lru_cache(maxsize=8)
def _weights(windows: int) -> Float64[np.ndarray, "window pixel"]:
    offsets = np.arange(WINDOW) - WINDOW // 2
    weights = np.exp(-(offsets**2) / (2 * _DEVIATION**2))
    weights /= weights.sum()
    matrix = np.zeros((windows, windows + WINDOW - 1))
    for window in range(windows):
        matrix[window, window : window + WINDOW] = weights
    matrix.flags.writeable = False
    return matrix
