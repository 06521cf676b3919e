import numpy as np
import pytest

from compsparse.ensembles.logged_steps import log_spaced_steps


@pytest.mark.parametrize("steps", [1, 2, 7, 300, 8000])
def test_first_last_and_order(steps: int) -> None:
    logged = log_spaced_steps(steps, 60)
    assert logged[0] == 0
    assert logged[-1] == steps
    assert (np.diff(logged) > 0).all()
    assert len(logged) <= 61


def test_large_steps_are_evenly_spaced_in_logarithm() -> None:
    logged = log_spaced_steps(10**6, 7)
    np.testing.assert_array_equal(logged, [0, 1, 10, 100, 1000, 10**4, 10**5, 10**6])


def test_no_training_is_logged_once() -> None:
    np.testing.assert_array_equal(log_spaced_steps(0, 60), [0])


@pytest.mark.parametrize(("steps", "count"), [(-1, 10), (10, 1)])
def test_unusable_numbers_are_refused(steps: int, count: int) -> None:
    with pytest.raises(ValueError, match="at least"):
        log_spaced_steps(steps, count)
