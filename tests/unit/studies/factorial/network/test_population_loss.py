import numpy as np
import pytest

from compsparse.studies.factorial.network.population_loss import PopulationLoss

OUTPUTS = 6
RANDOM = np.random.default_rng(0)


def normal(*shape: int) -> np.ndarray:
    return RANDOM.standard_normal(shape).astype(np.float32)


def test_the_exact_distribution_has_no_loss() -> None:
    # hidden states that are log-probabilities, read out by the identity
    log_probabilities = RANDOM.standard_normal((5, OUTPUTS)).astype(np.float32).astype(np.float64)
    exact = np.exp(log_probabilities)
    exact /= exact.sum(1, keepdims=True)
    loss = PopulationLoss(np.arange(5), exact)
    hidden = log_probabilities.T.astype(np.float32)
    found = loss.divergences(hidden, np.eye(OUTPUTS, dtype=np.float32))
    np.testing.assert_allclose(found, 0, atol=1e-15)


def test_it_is_the_sum_over_outputs_of_p_log_p_over_q() -> None:
    probabilities = RANDOM.dirichlet(np.full(OUTPUTS, 0.1), size=4)
    probabilities[0] = [0.5, 0.5, 0, 0, 0, 0]  # 0 log 0 = 0
    groups = np.array([3, 0, 0, 1, 2, 3, 1])
    hidden, embedding = normal(3, 7), normal(OUTPUTS, 3)
    logits = hidden.T.astype(float) @ embedding.T.astype(float)
    q = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    p = probabilities[groups]
    expected = (p * np.log(np.where(p > 0, p, 1) / q)).sum(1)
    loss = PopulationLoss(groups, probabilities)
    np.testing.assert_allclose(loss.divergences(hidden, embedding), expected, rtol=1e-12)
    part = loss.divergences(hidden[:, 2:5], embedding, first_row=2)
    np.testing.assert_allclose(part, expected[2:5], rtol=1e-12)


@pytest.mark.parametrize("scale", [1e-3, 1, 1e3])
def test_it_is_never_negative_beyond_rounding(scale: float) -> None:
    probabilities = RANDOM.dirichlet(np.full(OUTPUTS, 0.1), size=50)
    loss = PopulationLoss(np.arange(50), probabilities)
    found = loss.divergences(np.float32(scale) * normal(3, 50), normal(OUTPUTS, 3))
    assert np.isfinite(found).all()
    assert (found > -1e-14).all()
