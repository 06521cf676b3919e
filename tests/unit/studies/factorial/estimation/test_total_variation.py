import numpy as np
import pytest

from compsparse.studies.factorial.estimation.total_variation import (
    conditional_total_variation,
    total_variation,
)

P = np.array([[1.0, 0.0], [0.5, 0.5]])
Q = np.array([[0.0, 1.0], [0.25, 0.75]])


def test_known_distances() -> None:
    assert total_variation(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == 1
    assert total_variation(np.array([0.5, 0.5]), np.array([0.25, 0.75])) == 0.25
    assert conditional_total_variation(P, Q, np.array([0.5, 0.5])) == 0.625
    assert conditional_total_variation(P, Q, np.array([1.0, 0.0])) == 1


def test_the_conditional_distance_is_that_of_the_joint_laws() -> None:
    marginal = np.array([0.3, 0.7])
    joint = [(marginal[:, None] * rows).reshape(-1) for rows in (P, Q)]
    assert conditional_total_variation(P, Q, marginal) == pytest.approx(total_variation(*joint))
