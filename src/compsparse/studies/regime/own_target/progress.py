"""Tell what is being done, and how long the rest will take."""

import time
from collections.abc import Callable

from workflow_engine.provenance.job import Job

# seconds of a core of 2020 for a network of 22 units a layer, by layer: an update, a changed weight
_UPDATE = 0.0002
_CHANGE = 0.0016


class Progress:
    """The time that is left, from what jobs cost elsewhere and from what was done here."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic):
        """Start the clock."""
        self._say = say
        self._clock = clock
        self._began = clock()
        self._done = 0.0

    def begin(self, what: str, left: float) -> None:
        """Say what begins now, and when all will be done with ``left`` seconds expected."""
        # the first phases are short: this machine's speed counts more and more
        spent = self._clock() - self._began
        pace = (spent + 5.0) / (self._done + 5.0)
        self._say(f"{what}; about {_spoken(pace * left)} left")

    def finish(self, expected: float) -> None:
        """Note that a phase of so many expected seconds is done."""
        self._done += expected


def expected_seconds(job: Job, networks: int) -> float:
    """Return what a job of this study costs, roughly, for so many networks."""
    params = job.params
    width: int = sum(params["units"].values())
    layers: float = networks * (int(params["depth"]) + 1) * (8 + width) / 30
    if job.step == "generate":
        return _CHANGE * layers * int(params["weights"])
    rounds = len(params["weights"]) if job.step == "prune" else 1
    return _UPDATE * layers * rounds * int(params["recipe"]["steps"])


def _spoken(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
