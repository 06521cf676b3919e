"""SSIM, alignment and live weights, computed again by code that shares nothing with the study."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import hsv_to_rgb
from scipy.ndimage import gaussian_filter

from compsparse.studies.regime.measures import generate_measures
from compsparse.studies.regime.network.stored import StoredNetworks
from tests.unit.studies.regime.steps import SCENE, SEEDS, SHAPE, scene
from tests.unit.studies.step_files import arrays, ran, stored

CURVES = {
    "identity": lambda z: z,
    "gaussian": lambda z: 2 * np.exp(-(z**2)) - 1,
    "sigmoid": lambda z: 2 / (1 + np.exp(-z)) - 1,
}
ACTIVATIONS = [name for name, number in SHAPE["units"].items() for _ in range(number)]
WIDTHS = [4, *[len(ACTIVATIONS)] * SHAPE["depth"], 3]
LINES = np.array([*range(1, 128, 4), *range(130, 256, 4)])  # every fourth, mirrored


def matrices(flat: np.ndarray) -> Iterator[np.ndarray]:
    start = 0
    for below, above in pairwise(WIDTHS):
        yield flat[start : start + above * below].reshape(above, below)
        start += above * below


def picture(flat: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Return [row, column, channel] at these lines of 256."""
    t = -1 + 2 * lines / 255
    y, x = np.meshgrid(t, t, indexing="ij")
    maps = np.stack([x, y, 1.4 * np.hypot(x, y), np.ones_like(x)])
    *hidden, last = matrices(flat.astype(np.float64))
    for matrix in hidden:
        sums = np.tensordot(matrix, maps, 1)
        maps = np.stack([CURVES[n](z) for n, z in zip(ACTIVATIONS, sums, strict=True)])
    hue, saturation, brightness = np.tensordot(last, maps, 1)
    values = [hue % 1, saturation.clip(0, 1), np.abs(brightness).clip(0, 1)]
    return np.asarray(hsv_to_rgb(np.stack(values, axis=-1)))


def similarity(first: np.ndarray, second: np.ndarray) -> float:
    def means(image: np.ndarray) -> np.ndarray:
        whole = gaussian_filter(image, 1.5, truncate=5 / 1.5, axes=(0, 1))
        return np.asarray(whole[5:-5, 5:-5])

    x, y = first.astype(np.float64), second.astype(np.float64)
    mean_x, mean_y = means(x), means(y)
    spread = means(x * x) - mean_x**2 + means(y * y) - mean_y**2
    common = means(x * y) - mean_x * mean_y
    above = (2 * mean_x * mean_y + 1e-4) * (2 * common + 9e-4)
    return float((above / ((mean_x**2 + mean_y**2 + 1e-4) * (spread + 9e-4))).mean())


def aligned(flat: np.ndarray, mask: np.ndarray, influence: np.ndarray) -> float:
    """Return the mean of best cosines, at changes of 0.08, found by doubling and halving."""
    base, best = picture(flat, LINES), []

    def change(index: int, delta: float) -> np.ndarray:
        moved = flat.astype(np.float64)
        moved[index] += delta
        return picture(moved, LINES) - base

    for index in np.flatnonzero(mask):
        for sign in (1, -1):
            size, found = 0.05, change(index, sign * 0.05)
            while (found**2).mean() < 0.08**2 and size < 30:
                size *= 1.5
                found = change(index, sign * size)
            low, high = (size / 1.5, size) if size > 0.05 else (0.0, size)
            for _ in range(8):
                middle = (low + high) / 2
                found = change(index, sign * middle)
                low, high = (middle, high) if (found**2).mean() < 0.08**2 else (low, middle)
            if abs(np.sqrt((found**2).mean()) / 0.08 - 1) < 0.15:
                sizes = np.abs(found).sum(axis=-1).ravel()
                lengths = np.linalg.norm(influence, axis=1) * np.linalg.norm(sizes)
                best.append((influence @ sizes / lengths).max())
    return float(np.mean(best))


def counted(mask: np.ndarray) -> int:
    """Return how many weights lie on a path from an input to an output."""
    steps = [[tuple(place) for place in np.argwhere(matrix)] for matrix in matrices(mask)]
    below: list[set[int]] = [set(range(WIDTHS[0]))]
    for edges in steps:
        below.append({int(above) for above, unit in edges if unit in below[-1]})
    above: list[set[int]] = [set(range(WIDTHS[-1]))]
    for edges in reversed(steps):
        above.append({int(unit) for target, unit in edges if target in above[-1]})
    above.reverse()
    return sum(
        unit in below[layer] and target in above[layer + 1]
        for layer, edges in enumerate(steps)
        for target, unit in edges
    )


def measured(
    tmp_path: Path, weights: np.ndarray, masks: np.ndarray, number: int
) -> dict[str, np.ndarray]:
    count = len(weights)
    networks = StoredNetworks(weights, masks, weights, np.zeros(count, np.int64), np.arange(count))
    paths = {
        "model": stored(tmp_path / "networks.npz", networks.arrays()),
        "targets": [stored(tmp_path / "scene.npz", scene(0))],
    }
    sweep = {"weights": number, "deltas": [1.0], "still": 0.5, "paints": 0.8}
    return arrays(ran(generate_measures, paths, {**SEEDS, **SHAPE, **sweep}))


def disturbed() -> np.ndarray:
    """Return a genome's own weights, of which each is off by some per cent."""
    factors = np.random.default_rng(0).normal(1, 0.02, SCENE.weights)
    return np.asarray(scene(0)["own_weights"] * factors, dtype=np.float32)


def test_similarity_and_live_weights_of_two_networks(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    masks = np.stack([scene(0)["own_mask"], random.random(SCENE.weights) < 0.12])
    dense = random.normal(0, 0.5, SCENE.weights)
    weights = (np.stack([disturbed(), dense]) * masks).astype(np.float32)
    found = measured(tmp_path, weights, masks, 2)
    assert found["count"].tolist() == [counted(mask) for mask in masks]
    assert 0 < counted(masks[1]) < masks[1].sum()
    for number, flat in enumerate(weights):
        expected = similarity(picture(flat, np.arange(256)), scene(0)["rgb"])
        assert found["ssim"][number] == pytest.approx(expected, abs=1e-4)


@pytest.mark.dear
def test_alignment_of_a_disturbed_genome(tmp_path: Path) -> None:
    mask = scene(0)["own_mask"]
    found = measured(tmp_path, disturbed()[None], mask[None], int(mask.sum()))
    expected = aligned(disturbed(), mask, scene(0)["influence"])
    assert found["alignment"][0] == pytest.approx(expected, abs=0.01)
