"""A question about two pictures as a chat completion, and the answer to it, read strictly."""

import base64
import json
from dataclasses import dataclass
from typing import Any

from compsparse.studies.regime.judging.back_ends.prompt import PROMPT
from compsparse.studies.regime.judging.back_ends.verdicts import Item
from workflow_engine.validation.printable import printable

_ENTRIES = {"meaningful", "confidence", "reason"}


class MalformedAnswerError(ValueError):
    """An answer that is no verdict."""


@dataclass(frozen=True)
class Answer:
    """What a model says about a pair of pictures."""

    meaningful: int
    confidence: float
    reason: str


def request_body(item: Item, model: str, seed: int) -> bytes:
    """Return the JSON that asks a model about an item: the prompt and both pictures, no more."""
    pictures = [
        {"type": "image_url", "image_url": {"url": _data_url(png)}}
        for png in (item.base_png, item.changed_png)
    ]
    content = [{"type": "text", "text": PROMPT}, *pictures]
    question = {
        "model": model,
        "messages": [{"role": "user", "content": content}],
        "temperature": 0,
        "seed": seed,
        "response_format": {"type": "json_object"},
    }
    return json.dumps(question).encode()


def answer_in(body: bytes) -> Answer:
    """Return the verdict in the body of a reply, or raise MalformedAnswerError.

    Its text is one JSON object with ``meaningful`` 0 or 1, ``confidence`` in [0, 1] and ``reason``,
    and nothing else.
    """
    try:
        text = _json(body)["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        raise MalformedAnswerError("the reply is no chat completion") from None
    if not isinstance(text, str):
        raise MalformedAnswerError("the reply has no text")
    said = _json(text)
    if not isinstance(said, dict) or set(said) != _ENTRIES:
        raise MalformedAnswerError(f"the answer's entries are not {', '.join(sorted(_ENTRIES))}")
    meaningful, confidence, reason = said["meaningful"], said["confidence"], said["reason"]
    if type(meaningful) is not int or meaningful not in (0, 1):
        raise MalformedAnswerError("meaningful is neither 0 nor 1")
    if type(confidence) not in (int, float) or not 0 <= confidence <= 1:
        raise MalformedAnswerError("confidence is no number from 0 to 1")
    if not isinstance(reason, str):
        raise MalformedAnswerError("reason is no text")
    return Answer(meaningful, float(confidence), " ".join(reason.split()))


def _data_url(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def _json(text: str | bytes) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    except MalformedAnswerError:
        raise
    except (ValueError, RecursionError):
        raise MalformedAnswerError("the answer is not JSON") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise MalformedAnswerError("an entry of the answer stands twice")
    return entries


def _no_constant(name: str) -> None:
    raise MalformedAnswerError(f"{printable(name)} is no JSON number")
