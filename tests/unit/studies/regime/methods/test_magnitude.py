"""Agreement with pruning by magnitude: the largest, any, and all weights."""

import numpy as np
import pytest

from compsparse.studies.regime.methods.evaluate_pruned_maps import agreement_with_magnitude


def test_from_the_largest_weights_to_the_smallest() -> None:
    sizes = np.array([5, 1, 4, 2, 3, 0, 7, 6], dtype=np.float32)
    assert agreement_with_magnitude(sizes, sizes >= 6) == pytest.approx(1.0)
    assert agreement_with_magnitude(sizes, sizes < 2) == pytest.approx(-1 / 3)
    assert agreement_with_magnitude(sizes, np.ones(8, dtype=np.bool_)) == 1.0


def test_a_random_choice_is_at_zero() -> None:
    random = np.random.default_rng(0)
    sizes = random.random(20_000).astype(np.float32)
    assert agreement_with_magnitude(sizes, random.random(20_000) < 0.3) == pytest.approx(
        0.0, abs=0.03
    )
