"""The memory and minutes that a rule asks a cluster for: what was measured, with a margin.

Schedulers kill a job that takes more than it asked for, and refuse one that asks for more than a
node has. So a job that was never measured with its present parameters asks for a guess by scale,
each further attempt asks for twice as much, and none for more than the largest node has.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from workflow_engine.configuration.scales import Scale
from workflow_engine.costs.book import Found

MEMORY_FACTOR = 1.5
LEAST_MEMORY = 300  # MB
# processors differ, and a job without a job server loads its libraries itself
RUNTIME_FACTOR = 3
LEAST_RUNTIME = 2  # minutes

# MB and minutes, several times what the largest measured jobs of smaller scales took
_UNMEASURED: dict[Scale, tuple[int, int]] = {
    "smoke": (1500, 10),
    "default": (2000, 60),
    "papersize": (8000, 240),
    "paper": (8000, 240),
}
_TRAIN = "train"
_TRAIN_AT_PAPER = (48000, 1440)  # from array sizes and times per training step of smaller runs


@dataclass(frozen=True)
class Limits:
    """The most that a job may ask for: MB and minutes."""

    memory: float = math.inf
    runtime: float = math.inf


Request = Callable[[str, Scale, Found | None, int, Limits], int]


def memory(step: str, scale: Scale, found: Found | None, attempt: int, limits: Limits) -> int:
    """Return the megabytes that a job asks for."""
    wanted = (
        max(LEAST_MEMORY, math.ceil(MEMORY_FACTOR * found.cost.memory))
        if found is not None and found.same_work
        else _unmeasured(step, scale)[0]
    )
    return int(min(wanted * 2 ** (attempt - 1), limits.memory))


def runtime(step: str, scale: Scale, found: Found | None, attempt: int, limits: Limits) -> int:
    """Return the minutes that a job asks for."""
    wanted = (
        max(LEAST_RUNTIME, math.ceil(RUNTIME_FACTOR * found.cost.wall / 60))
        if found is not None and found.same_work
        else _unmeasured(step, scale)[1]
    )
    return int(min(wanted * 2 ** (attempt - 1), limits.runtime))


def _unmeasured(step: str, scale: Scale) -> tuple[int, int]:
    return _TRAIN_AT_PAPER if (step, scale) == (_TRAIN, "paper") else _UNMEASURED[scale]
