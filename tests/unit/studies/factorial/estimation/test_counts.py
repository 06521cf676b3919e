import numpy as np
import pytest

from compsparse.studies.factorial.estimation.counts import bounded_marginal, draw_counts


def test_counts_follow_the_joint_law() -> None:
    conditional = np.array([[0.9, 0.1, 0.0], [0.2, 0.3, 0.5]])
    marginal = np.array([0.25, 0.75])
    counts = draw_counts(100_000, conditional, marginal, np.random.default_rng(0))
    assert counts.sum() == 100_000
    assert counts[0, 2] == 0
    assert counts / 100_000 == pytest.approx(marginal[:, None] * conditional, abs=0.01)


@pytest.mark.parametrize("least", [0.1, 0.5, 1.0])
def test_the_marginal_is_bounded_from_below(least: float) -> None:
    marginal = bounded_marginal(64, least, np.random.default_rng(0))
    assert marginal.sum() == pytest.approx(1)
    assert marginal.min() >= least / 64
    assert (marginal.std() < 1e-15) == (least == 1.0)
