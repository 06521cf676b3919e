"""Step ``generate``: count random examples until the hidden permutations alone are left."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations as orders

import numpy as np
from jaxtyping import Int64, UInt8

from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import permutations
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


class VersionSpace:
    """The tuples of k permutations of N symbols that are left; all (N!)^k of them at first."""

    def __init__(self, folds: int, symbols: int) -> None:
        """``folds`` is k, ``symbols`` N."""
        self._orders = np.array(list(orders(range(symbols))), dtype=np.uint8)
        self._folds = folds
        # rows are tuples, as indices into all orders; None stands for all tuples
        self._left: Int64[np.ndarray, "tuple fold"] | None = None

    @property
    def size(self) -> int:
        """How many tuples are left."""
        return len(self._orders) ** self._folds if self._left is None else len(self._left)

    def holds_only(self, hidden: Int64[np.ndarray, "fold symbol"]) -> bool:
        """Whether one tuple is left, and it is this one."""
        if self._left is None or len(self._left) != 1:
            return False
        return bool((self._orders[self._left[0]] == hidden).all())

    def learn(self, read: Int64[np.ndarray, "fold symbol"], start: int, answer: int) -> None:
        """Drop the tuples that, with what is read, do not lead from ``start`` to ``answer``."""
        if self._left is None:
            # [pi_1, ..., pi_t]: where each prefix of a tuple leads
            ends: UInt8[np.ndarray, "*order"] = np.array(start, dtype=np.uint8)
            for permutation in read.astype(np.uint8):
                ends = permutation[self._orders.T[ends]].reshape(*ends.shape, -1)
            self._left = np.argwhere(ends == answer)
            return
        places = np.full(len(self._left), start, dtype=np.uint8)
        for fold, permutation in enumerate(read):
            places = permutation[self._orders[self._left[:, fold], places]]
        self._left = self._left[places == answer]


@dataclass(frozen=True)
class Size:
    """How large a task is."""

    folds: int
    symbols: int


def run(
    inputs: Inputs,
    *,
    tasks: Sequence[Size],
    runs: int,
    limit: float,
    root_seed: int,
    seed_names: Sequence[str],
    world: World = "none",
) -> Outputs:
    """Return the examples that each run of each task needed, [task, run], -1 where too few were.

    ``folds`` and ``symbols`` are [task].

    Args:
        limit: the most examples, in units of k N ln N.
    """
    needed = np.empty((len(tasks), runs), dtype=np.int64)
    for place, size in enumerate(tasks):
        k, n = size.folds, size.symbols

        def randoms(role: str, k: int = k, n: int = n) -> list[np.random.Generator]:
            return [generator(root_seed, *seed_names, k, n, run, role) for run in range(runs)]

        hidden = np.stack([permutations(random, k, symbols=n) for random in randoms("hidden")])
        task = Task(hidden, Seeds(root_seed, seed_names, runs), world)
        most = int(np.ceil(limit * k * n * np.log(n)))
        read, answers = task.sequences(randoms("read"), most)
        for run, random in enumerate(randoms("start")):
            starts = random.integers(n, size=most)
            given = answers[-1][run, :, 0]  # k hops from the first index
            needed[place, run] = _examples(
                task.hidden[run], read[run], starts, given[np.arange(most), starts]
            )
    folds, symbols = np.array([(size.folds, size.symbols) for size in tasks]).T
    return {"data": {"folds": folds, "symbols": symbols, "needed": needed}}


def _examples(
    hidden: Int64[np.ndarray, "fold symbol"],
    read: Int64[np.ndarray, "example fold symbol"],
    starts: Int64[np.ndarray, " example"],
    answers: Int64[np.ndarray, " example"],
) -> int:
    """Return the number of examples that leave ``hidden`` alone, -1 if there are too few."""
    space = VersionSpace(*hidden.shape)
    for number, (maps, start, answer) in enumerate(zip(read, starts, answers, strict=True), 1):
        space.learn(maps, int(start), int(answer))
        if space.holds_only(hidden):
            return number
    return -1
