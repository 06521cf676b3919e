import numpy as np
import pytest

from compsparse.studies.factorial.structure_search.candidate import (
    all_candidates,
)
from compsparse.studies.factorial.structure_search.conditional_histograms import (
    estimate,
    expected_distance,
    select,
    threshold,
    total_variation,
)
from compsparse.studies.factorial.structure_search.planted_table import (
    planted_table,
    separated_table,
)

CANDIDATES = all_candidates(4, 4)
TRIVIAL = next(candidate for candidate in CANDIDATES if candidate.trivial)


def test_the_trivial_candidate_gives_the_histogram_at_every_input() -> None:
    counts = np.array([[[3, 1, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0], [0, 0, 8, 2]]])
    assert estimate(counts, TRIVIAL)[0].tolist() == [
        [0.75, 0.25, 0, 0],
        [0.25, 0.25, 0.25, 0.25],
        [0.25, 0.25, 0.25, 0.25],  # never sampled
        [0, 0, 0.8, 0.2],
    ]


def test_the_estimate_of_a_candidate_from_exact_counts_is_the_truth() -> None:
    table = planted_table((2, 2), 1.0, np.random.default_rng(1))
    counts = np.round(table.joint * 1e15).astype(np.int64)[None]
    for candidate in (table.candidate, TRIVIAL):
        np.testing.assert_allclose(estimate(counts, candidate)[0], table.conditional, atol=1e-12)


def test_total_variation_of_disjoint_and_equal_laws() -> None:
    first = np.eye(4)[None]
    assert total_variation(first, first).tolist() == [0.0]
    assert total_variation(first, np.roll(first, 1, 2)).tolist() == [1.0]
    half = first.copy()
    half[0, :2] = np.roll(half[0, :2], 1, 1)
    assert total_variation(first, half).tolist() == [0.5]


def test_the_smallest_kept_complexity_is_selected_and_the_first_of_a_tie() -> None:
    distances = np.array([[0.0, 0.0], [0.3, 0.1], [0.1, 0.1], [0.1, 0.3]])
    chosen = select(distances, [16, 4, 8, 8], np.array([0.2, 0.05]))
    assert chosen.tolist() == [2, 0]
    assert select(distances, [16, 4, 8, 8], np.array([0.2, 0.2])).tolist() == [2, 1]


def test_threshold() -> None:
    assert threshold(0.5, 16, 400) == pytest.approx(0.1)


@pytest.mark.parametrize("seed", range(3))
def test_expected_distances_against_simulation(seed: int) -> None:
    random = np.random.default_rng(seed)
    table, _ = separated_table((2, 2), 1.0, 0.1, CANDIDATES, random)
    counts = random.multinomial(5000, table.joint.ravel(), size=1500).reshape(-1, 4, 4)
    for candidate in (TRIVIAL, table.candidate):
        simulated = total_variation(estimate(counts, candidate), table.conditional[None])
        expected = expected_distance(table.conditional, candidate, 5000)
        # three standard errors, and half a percent for the next order in 1 / samples
        margin = 3 * simulated.std() / np.sqrt(len(simulated)) + 0.005 * expected
        assert abs(simulated.mean() - expected) < margin
