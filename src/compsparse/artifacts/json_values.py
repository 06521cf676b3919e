"""``.json``: metrics, verdicts and other small structured values."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from compsparse.artifacts.contents import read_contents
from compsparse.artifacts.errors import DEFECT, ArtifactError


def read_json(path: Path) -> Any:
    """Read a ``.json`` file.

    Raises:
        ArtifactError: missing, empty or not JSON.
    """
    try:
        return json.loads(read_contents(path))
    except (ValueError, UnicodeDecodeError) as error:
        raise ArtifactError(path, f"This is not readable JSON ({error}).") from None


def encode(path: Path, content: object) -> bytes:
    """Return the bytes of a JSON value, indented so that it diffs well.

    Raises:
        ArtifactError: a number that is not finite, or a value that JSON does not know.
    """
    try:
        return (json.dumps(content, indent=2, allow_nan=False, ensure_ascii=False) + "\n").encode()
    except ValueError:
        place = _not_finite(content, "top level") or "an unknown place"
        raise ArtifactError(path, f"The value at {place} is not finite.", DEFECT) from None
    except TypeError as error:
        raise ArtifactError(path, f"This is not a JSON value ({error}).", DEFECT) from None


def _not_finite(content: object, place: str) -> str | None:
    """Return the place of the first number that is not finite."""
    if isinstance(content, float) and not math.isfinite(content):
        return place
    if isinstance(content, Mapping):
        items = list(content.items())
    else:
        items = list(enumerate(content)) if isinstance(content, list) else []
    return next((found for k, v in items if (found := _not_finite(v, f"{place} / {k}"))), None)
