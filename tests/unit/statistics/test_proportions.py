import pytest
from scipy.stats import binomtest

from compsparse.statistics.proportions import interval_of_probability


@pytest.mark.parametrize(("successes", "trials"), [(0, 20), (1, 20), (7, 20), (20, 20), (3, 4000)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
def test_the_limits_are_those_of_clopper_and_pearson(
    successes: int, trials: int, confidence: float
) -> None:
    interval = interval_of_probability(successes, trials, confidence)
    reference = binomtest(successes, trials).proportion_ci(confidence, method="exact")
    assert interval.value == successes / trials
    assert interval.n == trials
    assert interval.low == pytest.approx(reference.low, abs=1e-12)
    assert interval.high == pytest.approx(reference.high, abs=1e-12)


@pytest.mark.parametrize(
    ("successes", "trials", "confidence", "message"),
    [
        (0, 0, 0.95, "0 trials"),
        (3, 2, 0.95, "3 successes in 2 trials"),
        (-1, 2, 0.95, "-1 successes"),
        (1, 2, 1.0, "confidence is 1.0"),
    ],
)
def test_errors(successes: int, trials: int, confidence: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        interval_of_probability(successes, trials, confidence)
