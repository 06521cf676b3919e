"""Step ``generate``: count random examples until the hidden permutations alone are left."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from compsparse.studies.composition.samples.hypotheses import VersionSpace
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import permutations
from compsparse.studies.composition.worlds import Task, World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


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
            given = answers[-1][run, :, 0].numpy()  # k hops from the first index
            needed[place, run] = _examples(
                task.hidden[run], read[run].numpy(), starts, given[np.arange(most), starts]
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
