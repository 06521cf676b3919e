"""How long to wait before a question is sent again."""

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def backoff(attempt: int, first_wait_s: float) -> float:
    """Return the seconds to wait after a failed attempt, 0 for the first one: doubled each time."""
    return first_wait_s * float(2**attempt)


def asked_wait(retry_after: str | None, now: datetime) -> float:
    """Return the seconds that a Retry-After header asks for; 0 without one or if it is void."""
    # a number of seconds or a date (RFC 9110, 10.2.3)
    if retry_after is None:
        return 0.0
    try:
        seconds = float(retry_after)
    except ValueError:
        seconds = _until(retry_after, now)
    return max(0.0, seconds) if math.isfinite(seconds) else 0.0


def _until(date: str, now: datetime) -> float:
    try:
        then = parsedate_to_datetime(date)
    except ValueError:
        return 0.0
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return (then - now).total_seconds()
