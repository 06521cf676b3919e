"""One text for one JSON value, so that equal values have equal bytes and digests."""

import hashlib
import json
from typing import Any


def canonical(value: Any) -> str:
    """Return the canonical JSON text: sorted keys, no spaces, finite numbers only."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(value: Any) -> str:
    """Return the sha256 of the canonical text, as hexadecimal digits."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
