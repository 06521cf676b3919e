"""How long jobs take together: a list schedule on some cores, as Snakemake would run them.

Whenever a core is free, the job of the highest priority starts whose inputs are there, and among
equals the longest. One process starts all jobs: two starts are at least ``spacing`` seconds apart.
"""

import heapq
from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Task:
    """Something that takes a core for some seconds, after other tasks have ended."""

    seconds: float
    after: frozenset[str] = frozenset()
    priority: float = 0.0


def makespan(
    tasks: Mapping[str, Task],
    cores: int,
    spacing: float = 0.0,
    running_now: Collection[str] = (),
) -> float:
    """Return the seconds from the first start to the last end; arguments as for ``ends``."""
    return max(ends(tasks, cores, spacing, running_now).values(), default=0.0)


def ends(
    tasks: Mapping[str, Task],
    cores: int,
    spacing: float = 0.0,
    running_now: Collection[str] = (),
) -> dict[str, float]:
    """Return when each task ends, in seconds from the first start.

    Args:
        tasks: what a task waits for and that is not among them is there already.
        cores: how many run at a time.
        spacing: seconds between two starts at least.
        running_now: tasks that have started; their seconds are those that are left.

    Raises:
        ValueError: fewer than one core, or tasks that wait for each other.
    """
    if cores < 1:
        raise ValueError(f"cores is {cores}; allowed: 1 or more.")
    waits = {name: len(task.after & tasks.keys()) for name, task in tasks.items()}
    users: dict[str, list[str]] = {name: [] for name in tasks}
    for name, task in tasks.items():
        for before in task.after & tasks.keys():
            users[before].append(name)
    ready = [
        (-tasks[name].priority, -tasks[name].seconds, name)
        for name in tasks
        if not waits[name] and name not in running_now
    ]
    heapq.heapify(ready)
    running = [(tasks[name].seconds, name) for name in running_now]
    heapq.heapify(running)
    now = next_start = 0.0
    ended: dict[str, float] = {}
    while len(ended) < len(tasks):
        while ready and len(running) < cores and next_start <= now:
            _, seconds, name = heapq.heappop(ready)
            heapq.heappush(running, (now - seconds, name))
            next_start = now + spacing
        if ready and len(running) < cores and (not running or next_start < running[0][0]):
            now = next_start
            continue
        if not running:
            raise ValueError("Tasks wait for each other: " + ", ".join(sorted(waits)))
        now, name = heapq.heappop(running)
        ended[name] = now
        for user in users[name]:
            waits[user] -= 1
            if waits[user] == 0:
                heapq.heappush(ready, (-tasks[user].priority, -tasks[user].seconds, user))
    return ended
