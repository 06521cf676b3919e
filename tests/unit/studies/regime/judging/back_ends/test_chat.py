"""What is asked, and which answers count."""

import base64
import json
from datetime import UTC, datetime

import pytest

from compsparse.studies.regime.judging.back_ends.chat import (
    Answer,
    MalformedAnswerError,
    answer_in,
    request_body,
)
from compsparse.studies.regime.judging.back_ends.prompt import PROMPT
from compsparse.studies.regime.judging.back_ends.waiting import asked_wait, backoff
from tests.unit.studies.regime.judging.back_ends.conftest import GOOD, completion, item


def test_the_question_holds_the_prompt_and_both_pictures_and_no_more() -> None:
    asked = json.loads(request_body(item(0), "m", 5))
    assert (asked["model"], asked["temperature"], asked["seed"]) == ("m", 0, 5)
    ((text, first, second),) = [message["content"] for message in asked["messages"]]
    assert text == {"type": "text", "text": PROMPT}
    for picture, png in ((first, item(0).base_png), (second, item(0).changed_png)):
        start, data = picture["image_url"]["url"].split(",")
        assert start == "data:image/png;base64" and base64.b64decode(data) == png
    assert "face" not in json.dumps(asked)  # nor the target's name


def test_a_good_answer() -> None:
    assert answer_in(completion(GOOD)) == Answer(1, 0.75, "the mouth opened")
    text = '{"meaningful": 0, "confidence": 1, "reason": "a\\n b"}'
    assert answer_in(completion(text)) == Answer(0, 1.0, "a b")


@pytest.mark.parametrize(
    "text",
    [
        *("", "yes", "[]", "1", "null", GOOD + " indeed", f"```json\n{GOOD}\n```", None, 3),
        *(GOOD.replace("1", value, 1) for value in ("2", "true", "1.0", '"1"', "null", "-1")),
        *(GOOD.replace("0.75", value) for value in ("1.5", "-0.1", "NaN", '"0.7"', "true")),
        *(GOOD.replace('"the mouth opened"', value) for value in ("3", "null", "[]")),
        GOOD.replace("}", ', "more": 1}'),
        GOOD.replace("}", ', "meaningful": 0}'),
        GOOD.replace('"confidence": 0.75, ', ""),
        "[" * 100_000,
    ],
)
def test_any_other_answer_is_malformed(text: object) -> None:
    with pytest.raises(MalformedAnswerError):
        answer_in(completion(text))


@pytest.mark.parametrize("body", [b"", b"<html>", b"\xff", b"{}", b'{"choices": []}', b"[1]"])
def test_any_other_reply_is_malformed(body: bytes) -> None:
    with pytest.raises(MalformedAnswerError):
        answer_in(body)


def test_waits_double_and_follow_the_server() -> None:
    assert [backoff(attempt, 0.5) for attempt in range(3)] == [0.5, 1.0, 2.0]
    now = datetime(2026, 1, 1, 12, tzinfo=UTC)
    assert asked_wait("7", now) == 7.0
    assert asked_wait("Thu, 01 Jan 2026 12:00:30 GMT", now) == 30.0
    assert asked_wait("Thu, 01 Jan 2026 11:00:00 GMT", now) == 0.0
    for nothing in (None, "soon", "nan", "inf", "-3", ""):
        assert asked_wait(nothing, now) == 0.0
