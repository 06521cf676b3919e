"""``.json``: metrics, verdicts and other small structured values."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workflow_engine.artifacts.contents import read_contents
from workflow_engine.artifacts.errors import DEFECT, ArtifactError


def read_json(path: Path) -> Any:
    """Read a ``.json`` file.

    Raises:
        ArtifactError: missing, empty or not JSON; a number that is not finite, a key that stands
            twice, or text that cannot be written in UTF-8.
    """
    contents = read_contents(path)
    try:
        value = json.loads(contents, object_pairs_hook=_distinct_keys)
        if place := _not_finite(value, "top level"):  # NaN, Infinity or 1e999
            raise ValueError(f"the value at {place} is not finite")
        if b"\\u" in contents:  # half of an escaped pair is no character, so nothing could print it
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ArtifactError(path, "This is not readable JSON (it is nested too deeply).") from None
    except ValueError as error:
        raise ArtifactError(path, f"This is not readable JSON ({error}).") from None
    return value


def _distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return found


def encode(path: Path, content: object) -> bytes:
    """Return the bytes of a JSON value, indented so that it diffs well.

    Raises:
        ArtifactError: a number that is not finite, or a value that JSON does not know.
    """
    try:
        return (json.dumps(content, indent=2, allow_nan=False, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError as error:
        raise ArtifactError(path, f"A text cannot be stored ({error}).", DEFECT) from None
    except (ValueError, RecursionError):
        raise ArtifactError(path, _refusal(content), DEFECT) from None
    except TypeError as error:
        raise ArtifactError(path, f"This is not a JSON value ({error}).", DEFECT) from None


def _refusal(content: object) -> str:
    try:
        place = _not_finite(content, "top level") or "an unknown place"
    except RecursionError:
        return "This is not a JSON value (it is nested too deeply, or holds itself)."
    return f"The value at {place} is not finite."


def _not_finite(content: object, place: str) -> str | None:
    """Return the place of the first number that is not finite."""
    if isinstance(content, float) and not math.isfinite(content):
        return place
    if isinstance(content, Mapping):
        items = list(content.items())
    else:
        items = list(enumerate(content)) if isinstance(content, list) else []
    return next((found for k, v in items if (found := _not_finite(v, f"{place} / {k}"))), None)
