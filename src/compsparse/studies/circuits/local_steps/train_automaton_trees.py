"""Step ``train``: decision trees on steps of automata, and on whole strings."""

import numpy as np

from compsparse.studies.circuits.local_steps.automata import automaton, stored, trees
from compsparse.studies.circuits.worlds import steps
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, many

_LARGEST_SEED = 2**31  # scikit-learn takes seeds of 32 bits


def run(inputs: Inputs, params: Params) -> Outputs:
    """Grow trees on the first strings of each run, for several numbers of them.

    The tree of steps sees the state before and after each symbol; the other sees whole strings and
    last states, and is asked about beginnings of the test strings. Inputs: ``tasks``, one for each
    of ``params["names"]``. Params: sizes, numbers of strings.
    """
    grown = [
        _grown(stored.read_tasks(path), params, name)
        for name, path in zip(params["names"], many(inputs, "tasks"), strict=True)
    ]
    return {"model": stored.grown_arrays(grown)}


def _grown(tasks: stored.Tasks, params: Params, name: str) -> stored.Grown:
    sizes, role = params["sizes"], (*params["seed_names"], name)
    runs, strings, length = tasks.training.shape
    if not 1 <= min(sizes) <= max(sizes) <= strings:
        raise ValueError(f"The sizes are {sizes}; they must be from 1 to the {strings} strings.")
    symbols = tasks.follows.shape[-1]
    follows, leaves, accuracies = [], [], []
    for index, (table, training) in enumerate(zip(tasks.follows, tasks.training, strict=True)):
        random = generator(params["root_seed"], *role, "trees", index)
        seed = int(random.integers(_LARGEST_SEED))
        asked = tasks.test[index, :, :length]
        shown = steps.followed(table, params, name, index)
        ends, asked_ends = (
            automaton.paths(steps.lasting(each, params)[None], strings)[:, -1]
            for each, strings in ((shown, training), (table, asked))
        )
        for size in sizes:
            tree = trees.step_tree(shown, training[:size], seed)
            follows.append(tree.follows)
            leaves.append(tree.leaves)
            predicted = trees.end_predictions(training[:size], ends[:size], asked, symbols, seed)
            accuracies.append(float((predicted == asked_ends).mean()))
    shape = (runs, len(sizes))
    return stored.Grown(
        np.array(sizes),
        np.reshape(follows, (*shape, *tasks.follows.shape[1:])),
        np.reshape(leaves, shape),
        np.reshape(accuracies, shape),
    )
