"""Bisection for the nearest count."""

import numpy as np
import pytest

from compsparse.studies.regime.pruning.by_score import check_wanted, nearest_threshold


@pytest.mark.parametrize("wanted", range(1, 60))
def test_it_finds_the_nearest_of_all_candidates(wanted: int) -> None:
    random = np.random.default_rng(wanted)
    counts = np.sort(random.integers(0, 60, 37))[::-1]
    candidates = np.sort(random.random(37))
    passes = []

    def count_at(threshold: float) -> int:
        passes.append(threshold)
        return int(counts[np.searchsorted(candidates, threshold)])

    found = nearest_threshold(count_at, candidates, wanted)
    best = np.abs(counts - wanted).min()
    assert abs(count_at(found) - wanted) == best
    assert len(passes) <= 3 + np.log2(37) + 1


def test_of_two_equally_near_counts_the_smaller_threshold_is_taken() -> None:
    counts = {1.0: 30, 2.0: 20, 3.0: 10}
    assert nearest_threshold(counts.__getitem__, np.array([1.0, 2.0, 3.0]), 15) == 2.0
    assert nearest_threshold(counts.__getitem__, np.array([1.0, 3.0]), 20) == 1.0


def test_one_candidate_is_taken() -> None:
    assert nearest_threshold(lambda _: 5, np.array([0.5]), 3) == 0.5


def test_neighbours_find_what_bisection_passes_by() -> None:
    counts = np.arange(100, 0, -1)
    counts[62] = 50  # bisection ends at 50, where the count should be
    counts[45:55] = 45
    candidates = np.arange(100.0)

    def found(neighbours: int) -> int:
        threshold = nearest_threshold(lambda t: int(counts[int(t)]), candidates, 50, neighbours)
        return int(counts[int(threshold)])

    assert found(0) != 50
    assert found(20) == 50


@pytest.mark.parametrize("wanted", [0, -3, 11])
def test_a_count_that_cannot_be_left_is_refused(wanted: int) -> None:
    with pytest.raises(ValueError, match=rf"^{wanted} weights are wanted.*allowed: 1 to 10"):
        check_wanted(wanted, 10)
