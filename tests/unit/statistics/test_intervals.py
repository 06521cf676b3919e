from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.statistics.intervals import Interval, exact, interval_of_mean


def interval_of(samples: list[float], **changes: Any) -> Interval:
    options: dict[str, Any] = {"root_seed": 0, "name": "test", **changes}
    return interval_of_mean(np.array(samples, dtype=np.float64), **options)


def test_student_t_by_hand() -> None:
    # mean 2, standard error 1 / sqrt(3), 97.5 % quantile of t with 2 degrees of freedom 4.30265
    interval = interval_of([1.0, 2.0, 3.0])
    assert interval.value == 2.0
    assert interval.low == pytest.approx(2 - 4.3026527 / 3**0.5, abs=1e-6)
    assert interval.high == pytest.approx(2 + 4.3026527 / 3**0.5, abs=1e-6)
    assert interval.n == 3


def test_less_confidence_is_narrower() -> None:
    samples = [1.0, 2.0, 4.0]
    wide, narrow = interval_of(samples), interval_of(samples, confidence=0.5)
    assert wide.low < narrow.low < narrow.high < wide.high


def test_bootstrap_from_ten_replicates_on() -> None:
    samples = [float(value) ** 2 for value in range(10)]
    bootstrap, student = interval_of(samples), interval_of(samples[:9])
    # the t interval is symmetric, the BCa interval of a skewed sample is not
    assert student.high - student.value == pytest.approx(student.value - student.low)
    assert bootstrap.high - bootstrap.value > 1.05 * (bootstrap.value - bootstrap.low)
    assert bootstrap.low < 28.5 < bootstrap.high
    assert bootstrap.value == 28.5


def test_bootstrap_depends_on_seed_and_name_only() -> None:
    samples = [float(value) ** 2 for value in range(12)]
    assert interval_of(samples) == interval_of(samples)
    assert interval_of(samples) != interval_of(samples, root_seed=1)
    assert interval_of(samples) != interval_of(samples, name="other")


@pytest.mark.parametrize("n", [1, 2, 3, 9, 10, 40])
def test_without_spread_the_interval_is_a_point(n: int) -> None:
    assert interval_of([0.1] * n) == Interval(0.1, 0.1, 0.1, n, (0.1,) * n)


def test_spread_whose_square_underflows_is_no_spread() -> None:
    assert interval_of([0.0, 1e-200]) == Interval(5e-201, 0.0, 1e-200, 2, (0.0, 1e-200))


def test_spread_of_rounding_is_no_spread() -> None:
    interval = interval_of([1.0] * 11 + [1.0 + 2e-16])
    assert interval.high - interval.low <= 2.3e-16


@pytest.mark.parametrize("n", [4, 12])
def test_bootstrap_and_t_cover_the_mean_about_as_often_as_promised(n: int) -> None:
    random = np.random.default_rng(5)
    trials = 150
    covered = 0
    for trial in range(trials):
        interval = interval_of(list(random.normal(size=n)), name=f"trial {trial}", confidence=0.8)
        covered += interval.low <= 0 <= interval.high
    # 0.8 in theory (a little less for the bootstrap); 0.65 and 0.92 are 4.5 deviations away
    assert 0.65 < covered / trials < 0.92


def test_support_cuts_the_interval() -> None:
    samples = [1.0, 1.0, 0.9]
    assert interval_of(samples).high > 1
    assert interval_of(samples, support=(0.0, 1.0)).high == 1
    assert interval_of(samples, support=(0.0, 1.0)).low == interval_of(samples).low


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9), st.floats(-1e3, 1e3).filter(lambda x: x)
)
def test_order_of_limits_and_sign(samples: list[float], shift: float) -> None:
    interval = interval_of(samples)
    assert interval.low <= interval.value <= interval.high
    mirrored = interval_of([-sample for sample in samples])
    assert mirrored.low == pytest.approx(-interval.high, rel=1e-9, abs=1e-9)
    shifted = interval_of([sample + shift for sample in samples])
    assert shifted.value == pytest.approx(interval.value + shift, rel=1e-9, abs=1e-6)


@pytest.mark.parametrize(
    ("samples", "options", "words"),
    [
        ([], {}, "at least one replicate"),
        ([1.0, np.nan], {}, "finite"),
        ([1.0, np.inf], {}, "finite"),
        ([1.0, 2.0], {"confidence": 1.0}, "between 0 and 1"),
        ([0.5, 1.5], {"support": (0.0, 1.0)}, "support"),
    ],
)
def test_unusable_samples(samples: list[float], options: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        interval_of(samples, **options)


def test_exact_metric() -> None:
    assert exact(3, n=7).as_metric() == {"value": 3.0, "low": 3.0, "high": 3.0, "n": 7}
    assert exact(3).n == 1
