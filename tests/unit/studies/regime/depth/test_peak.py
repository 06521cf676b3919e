"""The rule for peaks on scores whose peak is known, and on scores without one."""

import numpy as np
import pytest

from compsparse.studies.regime.depth.peak import (
    Peak,
    are_peaks,
    false_alarms,
    find_peak,
    gains_of_own_depth,
    left_out_margins,
    sides,
)

DEPTHS = np.array([4, 6, 8, 10, 12])


def scores(means: list[float], noise: float, seeds: int = 7, seed: int = 0) -> np.ndarray:
    return np.array(means) + noise * np.random.default_rng(seed).standard_normal((seeds, 5))


def test_a_clear_peak_is_found_with_its_margin_and_width() -> None:
    planted = scores([0.0, 0.0, 1.0, 0.4, 0.2], 1e-3)
    peak = find_peak(planted, DEPTHS, 2, np.random.default_rng(1))
    assert peak.best == 8 and peak.p < 1e-6 and peak.interior == 1.0
    # half its height is 0.5: half way to 6, five sixths of the way to 10
    assert peak.half_width == pytest.approx(1.0 + 10 / 6, abs=0.02)
    margins, chosen = left_out_margins(planted, DEPTHS, 2)
    assert (chosen == 8).all()
    np.testing.assert_allclose(margins, 1.0 - 0.3, atol=5e-3)  # the deeper side is the higher one


def test_a_peak_at_the_edge_of_the_grid_is_none() -> None:
    planted = scores([1.0, 0.5, 0.4, 0.3, 0.2], 1e-3)
    peak = find_peak(planted, DEPTHS, 2, np.random.default_rng(1))
    assert (peak.best, peak.p, peak.interior) == (4, 1.0, 0.0)
    margins, _ = left_out_margins(planted, DEPTHS, 2)
    np.testing.assert_array_equal(margins, 0.0)
    assert are_peaks([peak]) == [False]


def test_margins_choose_on_other_seeds_so_that_noise_has_none() -> None:
    found = [
        left_out_margins(scores([0.0] * 5, 1.0, seed=seed), DEPTHS, 2)[0].mean()
        for seed in range(300)
    ]
    # the higher of two sides is above the depth by chance alone: never an advantage
    assert np.mean(found) < 0
    largest = [scores([0.0] * 5, 1.0, seed=seed).mean(axis=0).max() for seed in range(300)]
    assert np.mean(largest) > 0.3  # what choosing and judging on the same seeds would see


def test_sides_begin_so_many_layers_away() -> None:
    below, above = sides(DEPTHS, 2, 3)
    assert (DEPTHS[below].tolist(), DEPTHS[above].tolist()) == ([4], [12])


def test_holm_corrects_over_targets() -> None:
    def peak(p: float, interior: float = 1.0) -> Peak:
        return Peak(8, p, interior, 2.0)

    assert are_peaks([peak(0.03), peak(0.03)]) == [False, False]
    assert are_peaks([peak(0.03), peak(0.02)]) == [True, True]
    assert are_peaks([peak(0.03), peak(0.02, interior=0.7)]) == [True, False]


def test_alarms_are_rare_where_no_depth_is_better() -> None:
    planted = [scores([0.0, 0.0, 5.0, 0.0, 0.0], 1.0, seed=seed) for seed in (1, 2)]
    random = np.random.default_rng(3)
    assert false_alarms(planted, DEPTHS, 2, 100, random) <= 10


def test_one_seed_is_no_sample() -> None:
    with pytest.raises(ValueError, match="at least 2 seeds; got 1"):
        left_out_margins(scores([0.0] * 5, 1.0, seeds=1), DEPTHS, 2)


def test_targets_gain_from_a_depth_of_their_own() -> None:
    shallow = scores([1.0, 0.5, 0.0, 0.0, 0.0], 1e-3)
    deep = scores([0.0, 0.0, 0.0, 0.2, 0.8], 1e-3, seed=1)
    np.testing.assert_allclose(gains_of_own_depth([shallow, deep]), 0.9, atol=5e-3)
    np.testing.assert_array_equal(gains_of_own_depth([shallow, shallow]), 0.0)
    # a depth that each seed would choose for itself brings nothing on the next one
    alone = np.eye(5)
    assert (gains_of_own_depth([alone, alone[:, ::-1]]) <= 0).all()
