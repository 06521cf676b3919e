"""Report progress and the remaining time."""

import time
from collections.abc import Callable

from compsparse.own_data.progress import duration
from workflow_engine.provenance.job import Job

# seconds of a core of 2020 for a network of 22 units a layer, by layer: an update, a changed weight
_UPDATE = 0.0002
_CHANGE = 0.0016


class Progress:
    """The remaining time, from the usual cost of jobs and the speed so far."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic):
        """Start the clock."""
        self._say = say
        self._clock = clock
        self._began = clock()
        self._done = 0.0

    def begin(self, what: str, left: float) -> None:
        """Announce a phase, and the time until the end, with ``left`` seconds expected."""
        # the first phases are short: this machine's speed counts more and more
        spent = self._clock() - self._began
        pace = (spent + 5.0) / (self._done + 5.0)
        self._say(f"{what}; about {duration(pace * left)} left")

    def finish(self, expected: float) -> None:
        """Note the end of a phase that was expected to take so long."""
        self._done += expected


def expected_seconds(job: Job, networks: int) -> float:
    """Return roughly the seconds that a job takes for a number of networks."""
    given = job.params
    width: int = sum(given["units"].values())
    layers: float = networks * (int(given["depth"]) + 1) * (8 + width) / 30
    if job.step == "generate":
        return _CHANGE * layers * int(given["weights"])
    rounds = len(given["weights"]) if job.step == "prune" else 1
    return _UPDATE * layers * rounds * int(given["recipe"]["steps"])
