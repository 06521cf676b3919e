"""The memory and minutes that a rule asks a cluster for: what was measured, with a margin.

Schedulers kill a job that takes more than it asked for, so a job that was never measured with its
present parameters asks for as much as its step needs at the documents' own sizes.
"""

import math

from workflow_engine.costs.book import Found

MEMORY_FACTOR = 1.5
LEAST_MEMORY = 300  # MB
# processors differ, and a job without a job server loads its libraries itself
RUNTIME_FACTOR = 3
LEAST_RUNTIME = 2  # minutes

# by step: MB and minutes, from array sizes and from times per training step of smaller runs
_UNMEASURED = {
    "generate": (2000, 30),
    "train": (48000, 1440),
    "prune": (8000, 240),
    "evaluate": (8000, 240),
    "render": (1000, 10),
    "judge": (1000, 10),
}
_OTHER_STEP = (8000, 240)


def memory(step: str, found: Found | None) -> int:
    """Return the megabytes that a job asks for."""
    if found is None or not found.same_work:
        return _UNMEASURED.get(step, _OTHER_STEP)[0]
    return max(LEAST_MEMORY, math.ceil(MEMORY_FACTOR * found.cost.memory))


def runtime(step: str, found: Found | None) -> int:
    """Return the minutes that a job asks for."""
    if found is None or not found.same_work:
        return _UNMEASURED.get(step, _OTHER_STEP)[1]
    return max(LEAST_RUNTIME, math.ceil(RUNTIME_FACTOR * found.cost.wall / 60))
