"""Choices are made by other seeds, so that noise has no advantage."""

import numpy as np

from compsparse.studies.regime.optimizers.left_out import left_out_best, left_out_spreads


def test_a_difference_between_options_is_found_whole() -> None:
    values = np.array([[1.0, 3.0, 2.0], [1.5, 3.5, 2.5], [0.0, 2.0, 1.0]])
    assert left_out_spreads(values).tolist() == [2.0, 2.0, 2.0]
    assert left_out_best(values).tolist() == [1.0, 1.5, 0.0]


def test_a_seed_that_disagrees_with_the_others_counts_against_them() -> None:
    values = np.array([[1.0, 2.0], [1.0, 2.0], [5.0, 2.0]])
    spreads = left_out_spreads(values)
    assert spreads[2] == -3.0
    assert left_out_best(values)[2] == 5.0


def test_noise_alone_has_no_spread_in_the_mean() -> None:
    random = np.random.default_rng(4)
    spreads = [left_out_spreads(random.normal(size=(5, 3))).mean() for _ in range(2000)]
    error = np.std(spreads) / np.sqrt(len(spreads))
    assert abs(np.mean(spreads)) < 4 * error
    chosen_on_all = [np.ptp(random.normal(size=(5, 3)).mean(axis=0)) for _ in range(200)]
    assert np.mean(chosen_on_all) > 0.5
