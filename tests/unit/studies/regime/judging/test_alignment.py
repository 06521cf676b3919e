"""Alignment of changes with the influence maps of known parts."""

import numpy as np
import pytest

from compsparse.studies.regime.judging.measures import alignment, influence_cosines, nearest_parts

MAPS = np.array([[1.0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]])


def changes(*sizes: list[float]) -> np.ndarray:
    """Changes whose signs differ between colours, which must not matter."""
    return np.float32([[size, np.negative(size), size] for size in sizes])


def test_cosines_are_those_of_sizes() -> None:
    found = influence_cosines(changes([1, -1, 0, 0], [0, 0, 3, 4], [0, 0, 0, 0]), MAPS)
    np.testing.assert_allclose(found, [[1, 0, 0], [0, 0.6, 0], [0, 0, 0]], atol=1e-12)


def test_alignment_is_the_mean_of_the_best() -> None:
    few = changes([1, -1, 0, 0], [0, 0, 3, 4], [0, 0, 0, 2])
    assert alignment(few, MAPS) == pytest.approx((1 + 0.6 + 0) / 3)
    assert np.isnan(alignment(few[:0], MAPS))
    np.testing.assert_array_equal(nearest_parts(few[:2], MAPS, np.array([7, 8, 9])), [7, 8])
