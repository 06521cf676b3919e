"""How long a test waits: seconds that a busy machine does not use up.

A run that waits for a processor is not slow. The kernel tells how long somebody waited for one, and
how long the machine below a virtual one kept its processors to itself; neither counts as patience.
"""

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_PRESSURE = Path("/proc/pressure/cpu")  # microseconds in which some process waited
_TIMES = Path("/proc/stat")  # ticks by processor, those that were stolen in the eighth column
_SLOWEST = 12  # on a machine that is always busy, patience ends after so many times its seconds


def lost() -> float:
    """Return the seconds since the machine's start that processes waited; 0 where nobody says."""
    seconds = 0.0
    with suppress(OSError):
        seconds += int(re.findall(r"^some .* total=(\d+)", _PRESSURE.read_text())[0]) / 1e6
        seconds += int(_TIMES.read_text().split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK")
    return seconds


class Stopwatch:
    """Counts from its making on; it stands still, or nearly so, while the machine is busy."""

    def __init__(self) -> None:
        self._start, self._lost = time.monotonic(), lost()

    @property
    def seconds(self) -> float:
        """Seconds so far."""
        passed = time.monotonic() - self._start
        return max(passed - (lost() - self._lost), passed / _SLOWEST)


def eventually(condition: Callable[[], bool], seconds: float) -> bool:
    """Ask again and again until a condition holds; say whether it ever did."""
    watch = Stopwatch()
    while not condition():
        if watch.seconds > seconds:
            return False
        time.sleep(0.002)
    return True
