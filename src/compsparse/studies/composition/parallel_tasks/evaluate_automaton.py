"""What the attention-only model learns of automata, from windows of all lengths and whole words."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.composition.parallel_tasks.automata import best_guess, permutes
from compsparse.studies.composition.parallel_tasks.history import History, read_history
from compsparse.studies.composition.task.order import in_order

KINDS = ("mixture", "hard_only")


@stats.evaluates
def run(inputs: stats.Inputs, *, names: Sequence[str], learned: float) -> stats.Evaluation:
    """Return one row per automaton, kind of data, run, length of window and look.

    ``guess`` is the accuracy of the best guess that knows the initial state only. Statistics of
    automata that permute their states, and of those that merge some, need at least one of them.

    Args:
        names: of the automata.
        learned: accuracy at which a window counts as learned.
    """
    trained = {kind: [read_history(path) for path in stats.many(inputs, kind)] for kind in KINDS}
    frames = [
        _rows(name, kind, history)
        for kind in KINDS
        for name, history in zip(names, trained[kind], strict=True)
    ]
    table = pd.concat(frames, ignore_index=True)
    words = np.stack([history.accuracy[:, -1, -1] for history in trained["mixture"]])
    ordered = np.stack([in_order(history.accuracy, learned) for history in trained["mixture"]])
    statistics = {
        "mixture_accuracy": stats.MeanOf(words.min(axis=0), support=stats.SHARE),
        "in_order": stats.MeanOf(ordered.mean(axis=0), support=stats.SHARE),
    }
    for name, wanted in (("permuting", True), ("merging", False)):
        alone = [found for found in trained["hard_only"] if permutes(found.table) == wanted]
        if alone:
            excess = np.mean([_excess(history) for history in alone], axis=0)
            statistics[f"{name}_hard_only_excess"] = stats.MeanOf(excess)
    return stats.Evaluation(table, statistics)


def _excess(history: History) -> Float64[np.ndarray, " run"]:
    length = 2 ** (history.accuracy.shape[2] - 1)
    return np.asarray(history.accuracy[:, -1, -1] - best_guess(history.table, length))


def _rows(name: str, kind: str, history: History) -> pd.DataFrame:
    runs, looks, hops = history.accuracy.shape
    run, look, hop = np.indices((runs, looks, hops)).reshape(3, -1)
    guesses = np.array([best_guess(history.table, 2**power) for power in range(hops)])
    return pd.DataFrame(
        {
            "automaton": name,
            "permutes": permutes(history.table),
            "data": kind,
            "rate": history.rate,
            "run": run,
            "window": 2**hop,
            "step": history.step[look],
            "accuracy": history.accuracy.reshape(-1),
            "guess": guesses[hop],
        }
    )
