"""Step ``generate``: count random examples until the hidden permutations alone are left."""

import numpy as np
from jaxtyping import Int64

from compsparse.studies.composition import worlds
from compsparse.studies.composition.samples.hypotheses import VersionSpace
from compsparse.studies.composition.task.hops import permutations
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return the examples that each run of each task needed, [task, run], -1 where too few were.

    Params: tasks, each with folds and symbols; runs; limit, the most examples in units of
    k N ln N. ``folds`` and ``symbols`` are [task].
    """
    names = params["root_seed"], *params["seed_names"]
    folds, symbols = np.array([(of["folds"], of["symbols"]) for of in params["tasks"]]).T
    needed = np.empty((len(folds), params["runs"]), dtype=np.int64)
    for place, (k, n) in enumerate(zip(folds.tolist(), symbols.tolist(), strict=True)):
        runs = [(*names, k, n, run) for run in range(params["runs"])]
        hidden = np.stack([permutations(generator(*of, "hidden"), k, symbols=n) for of in runs])
        task = worlds.Task(params, hidden)
        most = int(np.ceil(params["limit"] * k * n * np.log(n)))
        read, answers = task.sequences([generator(*of, "read") for of in runs], most)
        for run, of in enumerate(runs):
            starts = generator(*of, "start").integers(n, size=most)
            given = answers[-1][run, :, 0].numpy()  # k hops from the first index
            needed[place, run] = _examples(
                task.hidden[run], read[run].numpy(), starts, given[np.arange(most), starts]
            )
    return {"data": {"folds": folds, "symbols": symbols, "needed": needed}}


def _examples(
    hidden: Int64[np.ndarray, "fold symbol"],
    read: Int64[np.ndarray, "example fold symbol"],
    starts: Int64[np.ndarray, " example"],
    answers: Int64[np.ndarray, " example"],
) -> int:
    """Return the number of examples after which ``hidden`` alone is left, -1 without it."""
    space = VersionSpace(*hidden.shape)
    for number, (of, start, answer) in enumerate(zip(read, starts, answers, strict=True), 1):
        space.learn(of, int(start), int(answer))
        if space.holds_only(hidden):
            return number
    return -1
