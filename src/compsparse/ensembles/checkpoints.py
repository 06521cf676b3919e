"""The state that a training keeps now and then, so that an interrupted one goes on from there.

A step that trains takes a third argument ``checkpoints``. The runner hands it a place that outlives
the process (``workflow_engine.provenance.checkpoints``); a direct call keeps nothing.
"""

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

import numpy as np

State = Mapping[str, np.ndarray]


@runtime_checkable
class Checkpoints(Protocol):
    """Keeps the last state of one job."""

    def load(self) -> dict[str, np.ndarray] | None:
        """Return the state that an interrupted run of the same job kept last, if there is one."""

    def due(self) -> bool:
        """Say whether it is time to save; cheap enough to ask after every update."""

    def save(self, state: State, place: str) -> None:
        """Keep a state instead of the last one.

        Args:
            state: plain arrays by name; they may change as soon as this returns.
            place: where the training is, in words, for example "update 200 of 1000".
        """


class NothingKept:
    """The ``Checkpoints`` of a direct call: every training starts at its beginning."""

    def load(self) -> dict[str, np.ndarray] | None:
        """Return None."""
        return None

    def due(self) -> bool:
        """Return False."""
        return False

    def save(self, state: State, place: str) -> None:
        """Keep nothing."""


NOTHING_KEPT = NothingKept()

Work = Callable[[Checkpoints], dict[str, np.ndarray]]


class Parts:
    """Checkpoints of a job that does several parts, one after the other.

    Its state holds what the finished parts came to and the state of the one under way, so that each
    part loads and saves as if it were alone.
    """

    def __init__(self, checkpoints: Checkpoints, count: int) -> None:
        """Load what there is; ``count`` is the number of parts."""
        self._checkpoints = checkpoints
        self._count = count
        self._finished: list[dict[str, np.ndarray]] = []
        self._asked = 0
        self._state: dict[str, np.ndarray] | None = None
        stored = checkpoints.load()
        if stored is not None:
            self._finished = [below(stored, f"{i}/") for i in range(int(stored["finished"]))]
            self._state = below(stored, "state/")

    def do(self, work: Work) -> dict[str, np.ndarray]:
        """Return what the next part comes to: plain arrays by name.

        ``work`` is given the part's own checkpoints. It is not called for a part that an
        interrupted run had finished.
        """
        index = self._asked
        self._asked += 1
        if index == len(self._finished):
            self._finished.append(work(_Part(self)))
        return self._finished[index]

    def take(self) -> dict[str, np.ndarray] | None:
        """Return the loaded state of the part under way, and hold it no longer: it may be large."""
        state, self._state = self._state, None
        return state

    def due(self) -> bool:
        """See ``Checkpoints.due``."""
        return self._checkpoints.due()

    def save(self, state: State, place: str) -> None:
        """Keep the state of the part under way, and what the finished ones came to."""
        whole = {"finished": np.array(len(self._finished))}
        whole |= {f"state/{name}": array for name, array in state.items()}
        for index, arrays in enumerate(self._finished):
            whole |= {f"{index}/{name}": array for name, array in arrays.items()}
        if self._count > 1:
            place = f"{place} in part {len(self._finished) + 1} of {self._count}"
        self._checkpoints.save(whole, place)


class _Part:
    """The ``Checkpoints`` of one part."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def load(self) -> dict[str, np.ndarray] | None:
        return self._parts.take()

    def due(self) -> bool:
        return self._parts.due()

    def save(self, state: State, place: str) -> None:
        self._parts.save(state, place)


def below(stored: State, prefix: str) -> dict[str, np.ndarray]:
    """Return the arrays whose names begin with ``prefix``, under the rest of their names."""
    return {
        name.removeprefix(prefix): array
        for name, array in stored.items()
        if name.startswith(prefix)
    }
