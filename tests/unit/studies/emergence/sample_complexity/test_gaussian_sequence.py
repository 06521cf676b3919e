"""Exact risks in the Gaussian sequence model, against sums and samples of the definition."""

import math

import numpy as np
import pytest

from compsparse.studies.emergence.sample_complexity.gaussian_sequence import (
    keep_or_kill_risk,
    oracle_inequality,
    soft_threshold_error,
    soft_threshold_risk,
)


@pytest.mark.parametrize("exponent", [0.8, 1.0, 1.5])
def test_the_ideal_risk_is_the_sum_of_smaller_squares(exponent: float) -> None:
    # 3e6 terms; an integral between the neighbouring ones stands for the others
    ranks = np.arange(1.0, 3e6 + 1)
    rest = (3e6 + 0.5) ** (1 - 2 * exponent) / (2 * exponent - 1)
    wanted = np.minimum(ranks ** (-2 * exponent), 1 / 500).sum() + rest
    assert keep_or_kill_risk(exponent, 500) == pytest.approx(wanted, rel=1e-9)


def test_a_coordinate_at_the_edge_may_be_kept_or_not() -> None:
    # 1000 coordinates have squares of at least 10^-6; the last one costs the same either way
    assert keep_or_kill_risk(1.0, 10**6) == pytest.approx(
        1e-3 + math.pi**2 / 6 - (np.arange(1.0, 1001) ** -2).sum(), rel=1e-10
    )


@pytest.mark.parametrize("threshold", [0.5, 3.0])
def test_the_soft_error_is_that_of_samples(threshold: float) -> None:
    means = np.array([0.0, 0.4, 2.0, -2.5, 30.0])
    draws = means + np.random.default_rng(0).standard_normal((400_000, 5))
    estimates = np.sign(draws) * np.maximum(np.abs(draws) - threshold, 0)
    squares = (estimates - means) ** 2
    error = 5 * squares.std(axis=0) / math.sqrt(len(squares))
    assert np.all(np.abs(soft_threshold_error(threshold, means) - squares.mean(axis=0)) < error)


def test_without_a_threshold_the_error_is_the_noise() -> None:
    np.testing.assert_allclose(soft_threshold_error(0.0, np.array([0.0, 1.0, 7.0])), 1.0)


def test_the_soft_risk_sums_over_blocks() -> None:
    samples = 2**16 + 10
    means = np.arange(1.0, samples + 1) ** -1.0 * math.sqrt(samples)
    within = soft_threshold_error(math.sqrt(2 * math.log(samples)), means).sum() / samples
    beyond = 1 / (samples + 0.5)  # the integral from the last coordinate on
    assert soft_threshold_risk(1.0, samples) == pytest.approx(within + beyond, rel=1e-9)


@pytest.mark.parametrize("samples", [10, 1000])
def test_the_oracle_inequality_holds(samples: int) -> None:
    ideal, soft = keep_or_kill_risk(0.75, samples), soft_threshold_risk(0.75, samples)
    assert ideal < soft < oracle_inequality(0.75, samples)
