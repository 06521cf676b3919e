"""The time that is left, told from the third second on."""

import time
from collections.abc import Callable

_QUIET = 2.0  # seconds without a word
_EVERY = 10.0  # seconds between two lines


class Progress:
    """Tells how much of some work is done and how long the rest takes.

    Args:
        say: called with each line.
        clock: seconds.
    """

    def __init__(
        self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.say, self._clock = say, clock
        self._what, self._began = "", clock()
        self._next = self._began + _QUIET

    def begin(self, what: str) -> None:
        """Start a phase; the silence at the beginning is that of the whole."""
        self._what, self._began = what, self._clock()

    def reach(self, done: int, total: int) -> None:
        """Note how many pieces, of about the same cost, of how many in this phase are done."""
        now = self._clock()
        if now < self._next or not done:
            return
        self._next = now + _EVERY
        left = (now - self._began) * (total / done - 1)
        self.say(f"{self._what}: {done:,.0f} of {total:,.0f}, at most {duration(left)} left")


def duration(seconds: float) -> str:
    """Return seconds in words: "7 s", "3 min 05 s"."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
