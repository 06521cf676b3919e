import numpy as np
import pytest

from compsparse.studies.factorial.estimation.samples_needed import samples_needed

SAMPLES = np.array([10.0, 40.0, 160.0, 640.0])


@pytest.mark.parametrize("exponent", [0.5, 1.0, 2.0])
def test_a_power_law_is_inverted_exactly(exponent: float) -> None:
    losses = 3.0 * SAMPLES**-exponent
    assert samples_needed(SAMPLES, losses, 3.0 * 100.0**-exponent) == pytest.approx(100.0)


def test_the_last_crossing_counts() -> None:
    losses = np.array([1.0, 0.4, 0.6, 0.3])
    assert 160 < samples_needed(SAMPLES, losses, 0.5) < 640


@pytest.mark.parametrize("target", [0.2, 2.0])
def test_a_target_that_is_not_bracketed_tells_nothing(target: float) -> None:
    assert np.isnan(samples_needed(SAMPLES, np.array([1.0, 0.8, 0.5, 0.3]), target))


def test_unusable_points_are_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        samples_needed(SAMPLES, np.array([1.0, 0.5, 0.1, 0.0]), 0.5)
