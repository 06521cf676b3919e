"""How long jobs of a rule took, remembered between runs, to say how long the rest will take."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from compsparse.validation.regular_files import read_text

_FORGET = 0.5  # weight of the newest job in the running mean
_UNKNOWN = 2.0  # seconds for a rule that has never run


class Durations:
    """The running mean of seconds per job of each rule."""

    def __init__(self, memory: Path) -> None:
        self._memory = memory
        try:
            entries = json.loads(read_text(memory))
            self._mean = {str(k): float(v) for k, v in entries.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            self._mean = {}

    def learn(self, rule: str, seconds: float) -> None:
        """Take in one finished job."""
        old = self._mean.get(rule)
        self._mean[rule] = seconds if old is None else old + _FORGET * (seconds - old)

    def left(
        self, waiting: Mapping[str, int], running: Sequence[tuple[str, float]], cores: int
    ) -> float:
        """Return the seconds left for ``waiting`` jobs per rule and ``running`` (rule, elapsed)."""
        total = sum(n * self._mean.get(rule, _UNKNOWN) for rule, n in waiting.items())
        rest = [max(0.0, self._mean.get(r, _UNKNOWN) - elapsed) for r, elapsed in running]
        return max([(total + sum(rest)) / max(1, cores), *rest])

    def save(self) -> None:
        """Keep the means for the next run."""
        try:
            self._memory.parent.mkdir(parents=True, exist_ok=True)
            temporary = self._memory.with_name(f"{self._memory.name}.{os.getpid()}")
            temporary.write_text(json.dumps(self._mean, indent=1, sort_keys=True))
            temporary.replace(self._memory)
        except OSError:
            return  # an estimate is not worth a failed run
