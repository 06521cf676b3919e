"""What stands on top of a figure: the answer that verdicts give, or the question."""

import pytest
from pydantic import ValidationError

from compsparse.claims.headline import Headline, Words, headline, headline_of_run
from compsparse.claims.measurement import Measurement
from compsparse.claims.registry import Result
from compsparse.claims.verdict import Verdict

WORDS = Words(question="Does it?", decided_by=["low", "high"], holds="It does", fails="It does not")
CLAIM = {
    "statement": "A number.",
    "source": "A slide.",
    "kind": "exact",
    "origin": "document",
    "band": "As said.",
    "scale": "default",
}
RESULT = Result.model_validate(
    {
        "title": "A result",
        "place": "A slide",
        "scale": "smoke",
        "message": "A number.",
        "metrics": {"low": "a number", "upper": "another"},
        "claims": {"low": CLAIM | {"accept": {"low": 1.0}}},
        "checks": {"high": CLAIM | {"metric": "upper", "accept": {"high": 2.0}}},
    }
)


def exactly(value: float) -> Measurement:
    return Measurement(value=value, low=value, high=value, n=1)


@pytest.mark.parametrize(
    ("verdicts", "text", "answer"),
    [
        (["holds", "holds"], "It does", "holds"),
        (["fails", "fails"], "It does not", "fails"),
        (["fails", "undecided"], "It does not", "fails"),
        (["fails", "not testable"], "It does not", "fails"),
        (["holds", "undecided"], "Does it?", "open"),
        (["holds", "not testable"], "Does it?", "open"),
        (["holds", "fails"], "Does it?", "open"),
        ([], "Does it?", "open"),
    ],
)
def test_the_answer_follows_from_the_verdicts(
    verdicts: list[Verdict], text: str, answer: str
) -> None:
    assert headline(WORDS, verdicts) == Headline(text, answer)  # type: ignore[arg-type]


def test_there_may_be_words_for_some_of_several() -> None:
    words = WORDS.model_copy(update={"in_part": "It does at times"})
    assert headline(words, ["holds", "fails"]) == Headline("It does at times", "in part")


def test_a_figure_judges_its_own_metrics_by_the_bands_of_the_claims() -> None:
    within = {"low": exactly(1.5), "upper": exactly(1.5)}
    assert headline_of_run(WORDS, RESULT, within, "default").text == "It does"
    outside = {"low": exactly(0.5), "upper": exactly(2.5)}
    assert headline_of_run(WORDS, RESULT, outside, "default").text == "It does not"


def test_it_asks_below_the_scale_of_a_claim_and_where_nothing_was_measured() -> None:
    within = {"low": exactly(1.5), "upper": exactly(1.5)}
    assert headline_of_run(WORDS, RESULT, within, "smoke").text == "Does it?"
    assert headline_of_run(WORDS, RESULT, {"low": exactly(1.5)}, "default").text == "Does it?"


def test_it_asks_where_a_claim_that_decides_needs_what_is_not_there() -> None:
    need = {"metric": "room", "accept": {"low": 0.1}, "otherwise": "no room above the floor"}
    content = RESULT.model_dump() | {"metrics": {"low": "one", "upper": "two", "room": "three"}}
    content["claims"] = {"low": CLAIM | {"accept": {"low": 1.0}, "needs": [need]}}
    result = Result.model_validate(content)
    found = {"low": exactly(1.5), "upper": exactly(1.5), "room": exactly(0.2)}
    assert headline_of_run(WORDS, result, found, "default").text == "It does"
    for without in ({"room": exactly(0.0)}, {}):
        there = {"low": exactly(1.5), "upper": exactly(1.5), **without}
        assert headline_of_run(WORDS, result, there, "default").text == "Does it?"


def test_a_claim_of_another_result_cannot_decide() -> None:
    words = WORDS.model_copy(update={"decided_by": ["slope"]})
    with pytest.raises(ValueError, match="names slope; this result has the claims and checks low"):
        headline_of_run(words, RESULT, {}, "default")


@pytest.mark.parametrize(
    "entry",
    [
        {"decided_by": ["low"], "holds": "It does"},
        {"holds": "It does", "fails": "It does not"},
        {"decided_by": ["low", "low"], "holds": "It does", "fails": "It does not"},
    ],
)
def test_words_without_both_outcomes_or_without_a_claim_are_refused(
    entry: dict[str, object],
) -> None:
    with pytest.raises(ValidationError):
        Words.model_validate({"question": "Does it?", **entry})
