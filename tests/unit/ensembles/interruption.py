"""Runs that end at every save, and go on: what a test of resuming needs."""

from collections.abc import Callable
from typing import Any

import numpy as np

from compsparse.ensembles.checkpoints import Checkpoints, State


class MemoryCheckpoints:
    """Keeps a copy of the last state."""

    def __init__(self) -> None:
        self.kept: dict[str, np.ndarray] | None = None

    def load(self) -> dict[str, np.ndarray] | None:
        return None if self.kept is None else {name: a.copy() for name, a in self.kept.items()}

    def due(self) -> bool:
        return True

    def save(self, state: State, place: str) -> None:
        self.kept = {name: array.copy() for name, array in state.items()}


class InterruptionError(Exception):
    """The end of a run, by force."""


class Interrupting:
    """Ends the run at its first save, when the state is kept."""

    def __init__(self, kept: Checkpoints, places: list[str]) -> None:
        self._kept, self._places = kept, places

    def load(self) -> dict[str, np.ndarray] | None:
        return self._kept.load()

    def due(self) -> bool:
        return True

    def save(self, state: State, place: str) -> None:
        self._kept.save(state, place)
        assert place not in self._places, f"no run came further than {place}"
        self._places.append(place)
        raise InterruptionError


def interrupted_at_every_save(
    run: Callable[[Checkpoints], Any], make: Callable[[], Checkpoints]
) -> tuple[Any, list[str]]:
    """Start a run again and again, each time with checkpoints that ``make`` returns.

    Returns:
        What the last run returned, and the places where the others ended.
    """
    places: list[str] = []
    while True:
        try:
            return run(Interrupting(make(), places)), places
        except InterruptionError:
            continue
