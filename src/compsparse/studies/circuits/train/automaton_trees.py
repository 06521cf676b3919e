"""Step ``train``: decision trees on steps of automata, and on whole strings."""

import numpy as np

from compsparse.seeds import generator
from compsparse.steps import Inputs, Outputs, Params, single
from compsparse.studies.circuits.automata.automaton import paths
from compsparse.studies.circuits.automata.stored import Grown, read_tasks
from compsparse.studies.circuits.automata.trees import end_predictions, step_tree

_LARGEST_SEED = 2**31


def run(inputs: Inputs, params: Params) -> Outputs:
    """Grow trees on the first strings of each run, for several numbers of them.

    The tree of steps sees, for each symbol, the state before and after it; the other tree sees the
    whole string and the last state, and is asked about the beginnings of the test strings, of the
    length of the training strings.

    Inputs: ``tasks``.
    Params: root_seed; seed_names; sizes, numbers of strings.

    Returns:
        ``model``: as ``automata.stored.Grown`` has it.

    Raises:
        ArtifactError: the tasks cannot be used.
        ValueError: more strings than there are.
    """
    tasks, sizes = read_tasks(single(inputs, "tasks")), list(params["sizes"])
    runs, strings, length = tasks.training.shape
    if not 1 <= min(sizes) <= max(sizes) <= strings:
        raise ValueError(f"The sizes are {sizes}; they must be from 1 to the {strings} strings.")
    symbols = tasks.follows.shape[-1]
    follows, leaves, accuracies = [], [], []
    for index, (table, training) in enumerate(zip(tasks.follows, tasks.training, strict=True)):
        random = generator(params["root_seed"], *params["seed_names"], "trees", index)
        seed = int(random.integers(_LARGEST_SEED))
        asked = tasks.test[index, :, :length]
        ends, asked_ends = (paths(table[None], part)[:, -1] for part in (training, asked))
        for size in sizes:
            grown = step_tree(table, training[:size], seed)
            follows.append(grown.follows)
            leaves.append(grown.leaves)
            predicted = end_predictions(training[:size], ends[:size], asked, symbols, seed)
            accuracies.append(float((predicted == asked_ends).mean()))
    shape = (runs, len(sizes))
    learned = Grown(
        np.array(sizes),
        np.reshape(follows, (*shape, *tasks.follows.shape[1:])),
        np.reshape(leaves, shape),
        np.reshape(accuracies, shape),
    )
    return {"model": learned.arrays()}
