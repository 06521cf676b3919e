"""Tables worked out by hand."""

import math

import pytest

from compsparse.studies.regime.judging.back_ends.agreement import (
    Confusion,
    against_truth,
    between,
    repeat_agreement,
)
from tests.unit.studies.regime.judging.back_ends.conftest import item, verdict


def said(*answers: int | None) -> list:
    errors = ["" if answer is not None else "no answer" for answer in answers]
    return [verdict(i, a, error=e) for i, (a, e) in enumerate(zip(answers, errors, strict=True))]


def truth(*answers: int) -> dict[str, int]:
    return {item(i).id: answer for i, answer in enumerate(answers)}


def test_the_numbers_of_a_table() -> None:
    table = Confusion(both_1=20, only_first=5, only_second=10, both_0=15)
    assert table.agreement() == 0.7
    assert table.balanced_accuracy() == pytest.approx((20 / 25 + 15 / 25) / 2, rel=1e-15)
    assert table.kappa() == pytest.approx(0.4, rel=1e-15)  # the textbook's example


def test_perfect_opposite_and_independent_judges() -> None:
    assert Confusion(3, 0, 0, 5).kappa() == 1.0 == Confusion(3, 0, 0, 5).balanced_accuracy()
    assert Confusion(0, 4, 4, 0).kappa() == -1.0
    assert Confusion(2, 4, 3, 6).kappa() == 0.0  # 2/6 = 3/9: the second does not look
    assert Confusion(2, 4, 3, 6).balanced_accuracy() == 0.5


def test_what_a_table_does_not_say_is_not_a_number() -> None:
    assert math.isnan(Confusion(4, 0, 0, 0).kappa())
    assert math.isnan(Confusion(4, 1, 0, 0).balanced_accuracy())
    assert math.isnan(Confusion(0, 0, 0, 0, unanswered=2).agreement())
    assert Confusion(4, 1, 0, 0).kappa() == 0.0  # the first always says 1: e = o


def test_against_what_is_known() -> None:
    table = against_truth(truth(1, 1, 0, 0, 1, 0), said(1, 0, 1, 0, None))
    assert table == Confusion(1, 1, 1, 1, unanswered=2)
    assert table.compared == 4


def test_two_judges() -> None:
    assert between(said(1, 0, None), said(1, 1, 1)) == Confusion(1, 0, 1, 0, unanswered=1)
    with pytest.raises(ValueError, match="1 items have a verdict of one judge only"):
        between(said(1, 0), said(1))


def test_an_answer_that_is_missing_once_is_not_repeated() -> None:
    assert repeat_agreement(said(1, 0, 1, 0), said(1, 0, 0, 0)) == 0.75
    assert repeat_agreement(said(1, 0), said(1, None)) == 0.5
    assert repeat_agreement(said(None), said(None)) == 0.0
    with pytest.raises(ValueError, match="no item"):
        repeat_agreement([], [])


def test_what_cannot_be_compared_is_named() -> None:
    with pytest.raises(ValueError, match=f"on {item(1).id}, whose answer is not known"):
        against_truth(truth(1), said(1, 0))
    with pytest.raises(ValueError, match="two verdicts on the item"):
        against_truth(truth(1), [*said(1), *said(0)])
    with pytest.raises(ValueError, match=r"Known answers are \['2'\]"):
        against_truth(truth(2), said(1))
