import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from compsparse.statistics.ordering import concordant_pairs, order_agreement


def agreement(complexity: list[int], outcome: list[float]) -> float:
    return order_agreement(np.array(complexity), np.array(outcome))


def test_known_orders() -> None:
    assert agreement([1, 2, 3], [0.1, 0.2, 0.3]) == 1
    assert agreement([1, 2, 3], [0.3, 0.2, 0.1]) == 0
    assert agreement([1, 2, 3], [0.1, 0.3, 0.2]) == pytest.approx(2 / 3)


def test_pairs_of_equal_complexity_do_not_count() -> None:
    assert concordant_pairs(np.array([1, 2, 2]), np.array([0.0, 2.0, 1.0])) == (2.0, 2)


def test_ties_in_outcome_count_one_half() -> None:
    assert agreement([1, 2], [0.5, 0.5]) == 0.5
    assert agreement([1, 2], [np.inf, np.inf]) == 0.5


@given(st.permutations(range(6)), st.permutations(range(6)))
def test_agrees_with_kendall(complexity: list[int], outcome: list[int]) -> None:
    tau = stats.kendalltau(complexity, outcome).statistic
    assert agreement(complexity, [float(o) for o in outcome]) == pytest.approx((1 + tau) / 2)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.floats(-5, 5)), min_size=2).filter(
        lambda cases: len({complexity for complexity, _ in cases}) > 1
    )
)
def test_reversed_outcomes_give_the_complement(cases: list[tuple[int, float]]) -> None:
    complexity, outcome = zip(*cases, strict=True)
    forward = agreement(list(complexity), list(outcome))
    assert forward == pytest.approx(1 - agreement(list(complexity), [-o for o in outcome]))


def test_no_pair_is_an_error() -> None:
    with pytest.raises(ValueError, match="different complexity"):
        agreement([2, 2], [0.1, 0.2])
    with pytest.raises(ValueError, match="NaN"):
        agreement([1, 2], [0.1, np.nan])
