"""The judge over HTTP, against a server on this machine that behaves badly."""

import http.client
import logging
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from compsparse.studies.regime.judging.back_ends import cache as cache_module
from compsparse.studies.regime.judging.back_ends.endpoint import Endpoint
from compsparse.studies.regime.judging.back_ends.openai_http import (
    ADDRESS_VARIABLE,
    KEY_VARIABLE,
    Limits,
    OpenAIJudge,
)
from compsparse.studies.regime.judging.back_ends.prompt import PROMPT_SHA256
from compsparse.studies.regime.judging.back_ends.stopped import (
    CacheNotWrittenError,
    CallCapReachedError,
    JudgingStoppedError,
    KeyRefusedError,
    NotConfiguredError,
    RequestRefusedError,
    ServerUnreachableError,
)
from compsparse.studies.regime.judging.back_ends.verdicts import Judge
from tests.unit.studies.regime.judging.back_ends.conftest import (
    GOOD,
    KEY,
    Response,
    Scripted,
    completion,
    item,
)


class Made:
    """A judge of the server, the waits that it asked for, and all that was seen of it."""

    def __init__(self, server: Scripted, cache: Path | None = None, **limits: float) -> None:
        self.waits: list[float] = []
        environment = {ADDRESS_VARIABLE: server.address, KEY_VARIABLE: KEY}
        self.judge = OpenAIJudge(
            "m",
            Limits(**{"calls": 100, "timeout_s": 5.0} | limits),
            cache=cache,
            environment=environment,
            sleep=self.waits.append,
        )


@pytest.fixture(autouse=True)
def nothing_shows_the_key(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture
) -> Iterator[None]:
    """After every test: no log, no output and no file holds the key."""
    caplog.set_level(logging.DEBUG)
    yield
    seen = capsys.readouterr()
    texts = [caplog.text, seen.out, seen.err]
    texts += [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert [text for text in texts if KEY in text] == []


def stopped(judge: OpenAIJudge, *numbers: int) -> JudgingStoppedError:
    with pytest.raises(JudgingStoppedError) as caught:
        judge([item(number) for number in numbers])
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert KEY not in repr(caught.value) + repr(vars(caught.value)) + repr(judge)
    return caught.value


def test_items_are_judged_in_order(server: Scripted) -> None:
    bad = GOOD.replace("1", "0", 1)
    server.responses += [Response(), Response(completion(bad))]
    judge = Made(server).judge
    assert isinstance(judge, Judge)
    first, second = judge([item(0), item(1)])
    assert (first.meaningful, second.meaningful) == (1, 0)
    assert (first.id, second.id) == (item(0).id, item(1).id)
    assert (first.confidence, first.reason, first.error) == (0.75, "the mouth opened", "")
    assert (first.judge, first.model, first.prompt_sha256) == ("openai_http", "m", PROMPT_SHA256)
    assert 0 <= first.latency_s < 5 and judge.calls == 2
    assert server.paths == ["/v1/chat/completions"] * 2
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert judge([item(1), item(0), item(1)]) == [second, first, second]
    assert judge.calls == 2  # nothing is asked twice


def test_verdicts_on_disk_cost_no_call(server: Scripted, tmp_path: Path) -> None:
    path = tmp_path / "cache.csv"
    asked = Made(server, path).judge([item(0), item(1)])
    server.stop()
    again = Made(server, path, calls=0).judge
    assert again([item(1), item(0)]) == asked[::-1]
    assert again.calls == 0 and len(server.asked) == 2


def test_a_server_that_asks_to_wait_is_given_its_time(server: Scripted) -> None:
    server.responses += [Response(status=429, headers={"Retry-After": "7"}), Response(status=503)]
    made = Made(server)
    (verdict,) = made.judge([item(0)])
    assert verdict.meaningful == 1
    assert made.waits == [7.0, 2.0] and made.judge.calls == 3
    assert server.asked[0] == server.asked[2]


def test_waits_have_an_end(server: Scripted) -> None:
    server.responses += [Response(), Response(status=429, headers={"Retry-After": "3600"})]
    made = Made(server)
    error = stopped(made.judge, 0, 1, 2)
    assert isinstance(error, ServerUnreachableError) and "asks to wait 3600 s" in str(error)
    assert [v.id for v in error.verdicts] == [item(0).id] and made.waits == []


def test_a_slow_answer_is_a_failure_and_may_be_repeated(server: Scripted) -> None:
    server.responses.append(Response(delay_s=0.15))
    made = Made(server, timeout_s=0.1, retries=9)  # a loaded machine may need more than one
    (verdict,) = made.judge([item(0)])
    assert verdict.meaningful == 1 and made.waits[0] == 1.0


def test_a_server_that_is_always_slow_is_unreachable(server: Scripted) -> None:
    server.responses += [Response(delay_s=0.1), Response(delay_s=0.1)]
    made = Made(server, timeout_s=0.02, retries=1)
    error = stopped(made.judge, 0)
    assert isinstance(error, ServerUnreachableError)
    assert "2 attempts (TimeoutError: timed out)" in str(error)


def test_malformed_answers_become_a_verdict_with_an_error(server: Scripted, tmp_path: Path) -> None:
    server.responses += [Response(completion("It is fine.")) for _ in range(4)]
    made = Made(server, tmp_path / "cache.csv")
    wrong, right = made.judge([item(0), item(1)])
    assert wrong.meaningful is None and right.meaningful == 1
    assert wrong.error == "no verdict after 4 answers: the answer is not JSON"
    assert made.waits == [1.0, 2.0, 4.0] and made.judge.calls == 5
    # it is asked again next time; the other one is not
    (now,) = Made(server, tmp_path / "cache.csv").judge([item(0)])
    assert now.meaningful == 1


def test_a_malformed_answer_may_be_mended(server: Scripted) -> None:
    server.responses.append(Response(b"<html>"))
    (verdict,) = Made(server).judge([item(0)])
    assert verdict.meaningful == 1


@pytest.mark.parametrize("status", [401, 403])
def test_a_wrong_key_ends_it_at_once(server: Scripted, status: int) -> None:
    quoting = f'{{"error": "Incorrect API key provided: {KEY}"}}'.encode()
    server.responses += [Response(), Response(quoting, status)]
    made = Made(server)
    error = stopped(made.judge, 0, 1, 2)
    assert isinstance(error, KeyRefusedError)
    assert KEY_VARIABLE in str(error) and f"status {status}" in str(error)
    assert "1 of 3 items have a verdict" in str(error) and len(error.verdicts) == 1
    assert made.judge.calls == 2 and made.waits == []


def test_a_refusal_before_the_question_is_read_is_heard(
    server: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = http.client.HTTPConnection.send

    def cut_off(connection: http.client.HTTPConnection, data: bytes) -> None:
        send(connection, data)
        if data.startswith(b"{"):  # the body, after the headers
            raise BrokenPipeError

    monkeypatch.setattr(http.client.HTTPConnection, "send", cut_off)
    server.responses.append(Response(b"", 401))
    assert isinstance(stopped(Made(server).judge, 0), KeyRefusedError)


def test_the_cap_holds_and_what_is_there_is_kept(server: Scripted, tmp_path: Path) -> None:
    path = tmp_path / "cache.csv"
    made = Made(server, path, calls=2)
    error = stopped(made.judge, 0, 1, 2, 3)
    assert isinstance(error, CallCapReachedError) and "All 2 questions" in str(error)
    assert [v.id for v in error.verdicts] == [item(0).id, item(1).id]
    assert len(server.asked) == 2
    assert [v.id for v in made.judge([item(1)])] == [item(1).id]  # needs no call
    assert len(Made(server, path, calls=2).judge([item(n) for n in range(4)])) == 4
    assert len(server.asked) == 4


def test_repetitions_count_for_the_cap(server: Scripted) -> None:
    server.responses += [Response(status=500) for _ in range(9)]
    made = Made(server, calls=2)
    assert isinstance(stopped(made.judge, 0), CallCapReachedError)
    assert len(server.asked) == 2


def test_a_server_that_goes_in_the_middle_takes_nothing_with_it(
    server: Scripted, tmp_path: Path
) -> None:
    server.responses += [Response(), *[Response(hang_up=True) for _ in range(4)]]
    made = Made(server, tmp_path / "cache.csv")
    error = stopped(made.judge, 0, 1, 2)
    assert isinstance(error, ServerUnreachableError) and "RemoteDisconnected" in str(error)
    assert [v.id for v in error.verdicts] == [item(0).id]
    assert made.waits == [1.0, 2.0, 4.0]
    server.stop()
    refused = stopped(Made(server, tmp_path / "cache.csv").judge, 1, 0)
    assert "ConnectionRefusedError" in str(refused)
    assert refused.verdicts == error.verdicts


def test_a_full_disk_ends_it_with_the_verdict_in_hand(
    server: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Made(server, tmp_path / "cache.csv")
    monkeypatch.setattr(cache_module.os, "write", lambda *_: 0)
    error = stopped(made.judge, 0, 1)
    assert isinstance(error, CacheNotWrittenError) and "No space" in str(error)
    assert [v.id for v in error.verdicts] == [item(0).id]


def test_one_picture_that_is_refused_does_not_stop_the_others(server: Scripted) -> None:
    server.responses.append(Response(f"not this one, {KEY}".encode(), 400))
    first, second = Made(server).judge([item(0), item(1)])
    assert first.error == "refused with status 400: not this one, [key]"
    assert second.meaningful == 1


def test_an_address_that_is_wrong_ends_it(server: Scripted) -> None:
    escaped = KEY.replace("/", "\\/")
    server.responses.append(Response(f"no such model {escaped}".encode(), 404))
    error = stopped(Made(server).judge, 0)
    assert isinstance(error, RequestRefusedError)
    assert "status 404 (no such model [key])" in str(error)


def test_redirects_are_not_followed(server: Scripted) -> None:
    server.responses.append(Response(b"", 302, {"Location": server.address}))
    assert isinstance(stopped(Made(server).judge, 0), RequestRefusedError)
    assert len(server.asked) == 1


def test_a_key_in_the_answer_is_not_kept(server: Scripted, tmp_path: Path) -> None:
    server.responses.append(Response(completion(GOOD.replace("mouth", f"mouth {KEY}"))))
    (verdict,) = Made(server, tmp_path / "cache.csv").judge([item(0)])
    assert verdict.reason == "the mouth [key] opened"


def test_an_endless_answer_is_no_answer(server: Scripted) -> None:
    server.responses.append(Response(b"x" * (1 << 21)))
    assert "AnswerTooLongError" in str(stopped(Made(server, retries=0).judge, 0))


@pytest.mark.parametrize("given", [{}, {ADDRESS_VARIABLE: "https://h/v1"}, {KEY_VARIABLE: KEY}])
def test_without_address_and_key_there_is_no_judge(given: dict[str, str]) -> None:
    with pytest.raises(NotConfiguredError, match="is not set") as caught:
        OpenAIJudge("m", Limits(calls=1), environment=given)
    for name in (ADDRESS_VARIABLE, KEY_VARIABLE):
        assert (name in str(caught.value)) == (name not in given)


def test_the_environment_is_the_process_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_ADDRESS", "https://judge.example/v1")
    monkeypatch.setenv("OTHER_KEY", KEY)
    judge = OpenAIJudge(
        "m", Limits(calls=1), address_variable="OTHER_ADDRESS", key_variable="OTHER_KEY"
    )
    assert judge.calls == 0


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("http://judge.example/v1", "judge.example over http"),
        ("http://localhost.judge.example/v1", "over http"),
        ("ftp://judge.example/v1", "must look like"),
        ("judge.example", "must look like"),
        ("https://", "must look like"),
        ("https://me:word@judge.example/v1", "a user, a query"),
        ("https://judge.example/v1?key=word", "a user, a query"),
        ("https://judge.example:x/v1", "no address of the web"),
        ("https://judge.example/a b", "spaces"),
        ("https://jüdge.example/v1", "non-ASCII"),
    ],
)
def test_keys_go_to_safe_addresses_only(address: str, message: str) -> None:
    given = {ADDRESS_VARIABLE: address, KEY_VARIABLE: KEY}
    with pytest.raises(NotConfiguredError, match=message) as caught:
        OpenAIJudge("m", Limits(calls=1), environment=given)
    assert KEY not in str(caught.value) and "word" not in str(caught.value)


@pytest.mark.parametrize("address", ["https://h/v1", "http://localhost:1/v1", "http://[::1]:1/v1"])
def test_the_key_is_hidden_in_an_endpoint(address: str) -> None:
    assert KEY not in repr(Endpoint(address, KEY))


@pytest.mark.parametrize("key", ["two words", "line\nend", "schlüssel"])
def test_a_key_that_cannot_be_sent_is_not_shown(key: str) -> None:
    with pytest.raises(NotConfiguredError, match="set it again") as caught:
        Endpoint("https://h/v1", key)
    assert key not in str(caught.value)


@pytest.mark.parametrize("wrong", [{"calls": -1}, {"retries": -1}, {"timeout_s": 0.0}])
def test_limits_are_limits(wrong: dict) -> None:
    with pytest.raises(ValueError, match="no limit may be negative"):
        Limits(**{"calls": 1} | wrong)
