import numpy as np
import pytest

from compsparse.studies.factorial.compression.narrow_minimum import (
    NarrowLoss,
    minimum_from,
    spectral_start,
)

RANDOM = np.random.default_rng(0)
PROBABILITIES = RANDOM.dirichlet(np.full(5, 0.7), size=4)
WEIGHTS = np.array([0.1, 0.2, 0.3, 0.4])


def narrow(dimension: int) -> NarrowLoss:
    return NarrowLoss(PROBABILITIES, WEIGHTS, dimension)


def test_loss_is_the_weighted_divergence() -> None:
    loss = narrow(2)
    parameters = RANDOM.standard_normal(loss.size)
    output, vectors = parameters[:10].reshape(5, 2), parameters[10:].reshape(4, 2)
    estimate = np.exp(vectors @ output.T)
    estimate /= estimate.sum(axis=1, keepdims=True)
    expected = WEIGHTS @ (PROBABILITIES * np.log(PROBABILITIES / estimate)).sum(axis=1)
    assert loss(parameters)[0] == pytest.approx(expected, rel=1e-12)


def test_gradient_agrees_with_differences() -> None:
    loss = narrow(3)
    parameters = RANDOM.standard_normal(loss.size)
    _, gradient = loss(parameters)
    for index in range(loss.size):
        step = np.zeros(loss.size)
        step[index] = 1e-6
        difference = (loss(parameters + step)[0] - loss(parameters - step)[0]) / 2e-6
        assert gradient[index] == pytest.approx(difference, abs=1e-8)


@pytest.mark.parametrize("dimension", [4, 6])
def test_the_spectral_start_is_exact_from_the_rank_on(dimension: int) -> None:
    loss = narrow(dimension)
    start = spectral_start(loss)
    assert start.shape == (loss.size,)
    assert abs(loss(start)[0]) < 1e-12


def test_a_search_lowers_the_loss_and_more_dimensions_lower_it_further() -> None:
    found = []
    for dimension in (1, 2, 3):
        start = spectral_start(narrow(dimension))
        value, place = minimum_from(narrow(dimension), start, 300)
        assert narrow(dimension)(place)[0] == value
        found.append(value)
        assert found[-1] < narrow(dimension)(start)[0]
    assert found[0] > found[1] > found[2] > 0


def test_one_dimension_of_two_outcomes_reaches_any_law() -> None:
    """With two outcomes one logit suffices: the minimum is 0."""
    probabilities = np.array([[0.2, 0.8], [0.6, 0.4], [0.5, 0.5]])
    loss = NarrowLoss(probabilities, np.full(3, 1 / 3), 1)
    start = np.random.default_rng(1).standard_normal(loss.size)
    assert minimum_from(loss, start, 200)[0] == pytest.approx(0.0, abs=1e-6)
