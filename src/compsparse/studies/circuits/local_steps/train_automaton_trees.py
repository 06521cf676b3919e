"""Step ``train``: decision trees on steps of automata, and on whole strings."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.local_steps.automata import automaton, trees
from compsparse.studies.circuits.worlds import steps
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from workflow_engine.artifacts.named_axes import read_dataclass
from workflow_engine.steps import Inputs, Outputs, many

_LARGEST_SEED = 2**31  # scikit-learn takes seeds of 32 bits


@InWorlds
def run(inputs: Inputs, world: StepWorld, *, names: Sequence[str], sizes: Sequence[int]) -> Outputs:
    """Grow trees on the first strings of each run, for several numbers of strings.

    The tree of steps sees the state before and after each symbol; the other tree sees whole strings
    and last states, and is tested on the beginnings of the test strings. Inputs: ``tasks``.

    Args:
        names: of the tasks.
        sizes: numbers of strings.
    """
    grown = [
        _grown(read_dataclass(path, automaton.Tasks), sizes, world, name)
        for name, path in zip(names, many(inputs, "tasks"), strict=True)
    ]
    return {"model": automaton.grown_arrays(grown)}


def _grown(
    tasks: automaton.Tasks, sizes: Sequence[int], world: StepWorld, name: str
) -> automaton.Grown:
    runs, strings, length = tasks.training.shape
    if not 1 <= min(sizes) <= max(sizes) <= strings:
        raise ValueError(f"The sizes are {sizes}; they must be from 1 to the {strings} strings.")
    symbols = tasks.follows.shape[-1]
    follows, leaves, accuracies = [], [], []
    for index, (table, training) in enumerate(zip(tasks.follows, tasks.training, strict=True)):
        seed = int(world.random(name, "trees", index).integers(_LARGEST_SEED))
        tests = tasks.test[index, :, :length]
        shown = steps.shown_automaton(table, world, name, index)
        ends, test_ends = (
            automaton.paths(steps.target_automaton(follow, world)[None], read)[:, -1]
            for follow, read in ((shown, training), (table, tests))
        )
        for size in sizes:
            tree = trees.step_tree(shown, training[:size], seed)
            follows.append(tree.follows)
            leaves.append(tree.leaves)
            predicted = trees.end_predictions(training[:size], ends[:size], tests, symbols, seed)
            accuracies.append(float((predicted == test_ends).mean()))
    shape = (runs, len(sizes))
    return automaton.Grown(
        np.array(sizes),
        np.reshape(follows, (*shape, *tasks.follows.shape[1:])),
        np.reshape(leaves, shape),
        np.reshape(accuracies, shape),
    )
