"""A judge that asks a model with sight over HTTP: chat completions, compatible with OpenAI's.

It costs money and sends pictures away, so it is never the default: it is constructed by name, needs
an address and a key in the environment, and asks no more questions than it was told it may.
"""

import http.client
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from compsparse.studies.regime.judging.back_ends.cache import VerdictCache
from compsparse.studies.regime.judging.back_ends.chat import (
    MalformedAnswerError,
    answer_in,
    request_body,
)
from compsparse.studies.regime.judging.back_ends.endpoint import Reply, endpoint_from
from compsparse.studies.regime.judging.back_ends.prompt import PROMPT_SHA256
from compsparse.studies.regime.judging.back_ends.stopped import (
    CacheNotWrittenError,
    CallCapReachedError,
    JudgingStoppedError,
    KeyRefusedError,
    RequestRefusedError,
    ServerUnreachableError,
)
from compsparse.studies.regime.judging.back_ends.verdicts import Item, Verdict, error_verdict
from compsparse.studies.regime.judging.back_ends.waiting import asked_wait, backoff

ADDRESS_VARIABLE = "COMPSPARSE_JUDGE_ADDRESS"
KEY_VARIABLE = "COMPSPARSE_JUDGE_KEY"
NAME = "openai_http"
_OF_ONE_ITEM = (400, 413, 422)  # what is refused is this question; another one may pass


@dataclass(frozen=True)
class Limits:
    """What asking may cost."""

    calls: int  # largest number of questions, repeated ones included
    timeout_s: float = 60.0  # for one reply
    retries: int = 3  # how often a question is sent again after a failure
    first_wait_s: float = 1.0  # before the first repetition; doubled for each further one
    longest_wait_s: float = 120.0  # a server that asks for more counts as unreachable

    def __post_init__(self) -> None:
        waits = (self.timeout_s > 0, self.first_wait_s >= 0, self.longest_wait_s >= 0)
        if self.calls < 0 or self.retries < 0 or not all(waits):
            raise ValueError(f"{self}: no limit may be negative, and the time-out must be above 0.")


class OpenAIJudge:
    """Asks a model about items, one question an item, and never twice what it has an answer to.

    ``calls`` counts the questions sent so far.
    """

    def __init__(
        self,
        model: str,
        limits: Limits,
        *,
        cache: Path | None = None,
        seed: int = 0,
        environment: Mapping[str, str] = os.environ,
        address_variable: str = ADDRESS_VARIABLE,
        key_variable: str = KEY_VARIABLE,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Read address and key from the environment, and the verdicts that the cache holds.

        The ``cache`` is a CSV file, which ``recorded`` reads too; every verdict is on disk before
        the next question. None: in memory only. The ``seed`` is sent with every question.

        Raises:
            NotConfiguredError: no address or no key, or one that cannot be used.
            VerdictFileError: the cache is no file of verdicts, or of another model.
        """
        self._endpoint = endpoint_from(environment, address_variable, key_variable)
        self._cache = VerdictCache(cache, judge=NAME, model=model)
        self._model = model
        self._limits = limits
        self._seed = seed
        self._key_variable = key_variable
        self._sleep = sleep
        self.calls = 0

    def __call__(self, items: Sequence[Item]) -> list[Verdict]:
        """Return one verdict an item; malformed answers, after retries, are verdicts with an error.

        Raises:
            JudgingStoppedError: the cap, the key, the server or the cache ended it; it holds the
                verdicts that there are. Its subclasses say which.
        """
        kept = {item.id: self._cache.get(item.id) for item in items}
        known = {name: verdict for name, verdict in kept.items() if verdict is not None}
        try:
            for item in items:
                if item.id not in known:
                    known[item.id] = self._ask(item)
                    self._keep(known[item.id])
        except _Stop as stop:
            so_far = [known[item.id] for item in items if item.id in known]
            raise stop.kind(stop.why, so_far, len(items)) from None
        return [known[item.id] for item in items]

    def _keep(self, verdict: Verdict) -> None:
        try:
            self._cache.add(verdict)
        except OSError as error:
            why = f"The cache of verdicts cannot be written ({error.strerror})."
            raise _Stop(CacheNotWrittenError, why) from None

    def _ask(self, item: Item) -> Verdict:
        """Return the verdict on one item, after as many repetitions as allowed."""
        body = request_body(item, self._model, self._seed)
        failure = _Failure("")
        for attempt in range(self._limits.retries + 1):
            if attempt:
                self._wait(attempt - 1, failure)
            self._count_call()
            outcome = self._attempt(item, body)
            if isinstance(outcome, Verdict):
                return outcome
            failure = outcome
        if failure.answered:
            return self._error(item, f"no verdict after {attempt + 1} answers: {failure.why}")
        raise _Stop(
            ServerUnreachableError,
            f"The judge at {self._endpoint.host} gave no answer in {attempt + 1} attempts "
            f"({failure.why}). Run again later: only what has no verdict is asked.",
        )

    def _attempt(self, item: Item, body: bytes) -> "Verdict | _Failure":
        try:
            reply = self._endpoint.post(body, self._limits.timeout_s)
        except (OSError, http.client.HTTPException) as error:
            why = self._endpoint.without_key(error)
            return _Failure(f"{type(error).__name__}: {why}" if why else type(error).__name__)
        if reply.status != 200:
            return self._unwelcome(item, reply)
        try:
            answer = answer_in(reply.body)
        except MalformedAnswerError as error:
            return _Failure(self._endpoint.without_key(error), answered=True)
        return Verdict(
            id=item.id,
            meaningful=answer.meaningful,
            confidence=answer.confidence,
            reason=self._endpoint.without_key(answer.reason),
            judge=NAME,
            model=self._model,
            prompt_sha256=PROMPT_SHA256,
            latency_s=round(reply.latency_s, 3),
        )

    def _unwelcome(self, item: Item, reply: Reply) -> "Verdict | _Failure":
        host, status = self._endpoint.host, reply.status
        if status in (408, 429) or status >= 500:
            wait = asked_wait(reply.retry_after, datetime.now(UTC))
            return _Failure(f"status {status}", wait_s=wait)
        if status in (401, 403):  # servers quote the key here: their words are not shown
            raise _Stop(
                KeyRefusedError,
                f"The judge at {host} refuses the key (status {status}). Set another one in the "
                f"environment variable {self._key_variable}.",
            )
        words = self._endpoint.without_key(reply.body.decode("utf-8", "replace"))
        if status in _OF_ONE_ITEM:
            return self._error(item, f"refused with status {status}: {words}")
        raise _Stop(
            RequestRefusedError,
            f"The judge at {host} answers with status {status} ({words}). Check the address and "
            "the model's name; redirects are not followed.",
        )

    def _error(self, item: Item, why: str) -> Verdict:
        return error_verdict(item, why, judge=NAME, model=self._model)

    def _count_call(self) -> None:
        if self.calls >= self._limits.calls:
            raise _Stop(
                CallCapReachedError,
                f"All {self._limits.calls} questions that may be sent were sent. Allow more to go "
                "on: only what has no verdict is asked.",
            )
        self.calls += 1

    def _wait(self, attempt: int, failure: "_Failure") -> None:
        if failure.wait_s > self._limits.longest_wait_s:
            raise _Stop(
                ServerUnreachableError,
                f"The judge at {self._endpoint.host} asks to wait {failure.wait_s:g} s "
                f"({failure.why}); allowed: {self._limits.longest_wait_s:g} s. Run again later.",
            )
        wait = max(failure.wait_s, backoff(attempt, self._limits.first_wait_s))
        self._sleep(min(wait, max(failure.wait_s, self._limits.longest_wait_s)))


@dataclass(frozen=True)
class _Failure:
    """Why an attempt gave no verdict, where another one may."""

    why: str
    answered: bool = False  # the server answered, but with no verdict
    wait_s: float = 0.0  # what it asks to wait


class _Stop(Exception):  # noqa: N818 - no error: it carries the reason to where the verdicts are
    def __init__(self, kind: type[JudgingStoppedError], why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why
