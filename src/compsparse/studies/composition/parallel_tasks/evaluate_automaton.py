"""What the attention-only model learns of automata, from windows of all lengths and whole words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.parallel_tasks.automata import best_guess, permutes
from compsparse.studies.composition.task.history import History

KINDS = ("mixture", "hard_only")


@dataclass(frozen=True)
class AutomatonHistory(History):
    """A training on windows of 1, 2, 4, ... symbols of an automaton's words."""

    transitions: Int64[np.ndarray, "symbol state"]

    def rows(self, name: str, data: str) -> pd.DataFrame:
        """Return one row per run, length of window and look."""
        guesses = [best_guess(self.transitions, 2**hop) for hop in range(self.final.shape[1])]
        table = self.table(automaton=name, permutes=permutes(self.transitions), data=data)
        guess = table["hops"].map({2**hop: guess for hop, guess in enumerate(guesses)})
        return table.assign(guess=guess).rename(columns={"hops": "window"})


@stats.evaluates
def run(inputs: stats.Inputs, *, names: Sequence[str], learned: float) -> stats.Evaluation:
    """Return one row per automaton, kind of data, run, length of window and look.

    ``guess`` is the accuracy of the best guess that knows the initial state only. Statistics of
    automata that permute their states, and of those that merge some, need at least one of them.

    Args:
        names: of the automata.
        learned: accuracy at which a window counts as learned.
    """
    trained = {
        kind: [stats.read_dataclass(path, AutomatonHistory) for path in stats.many(inputs, kind)]
        for kind in KINDS
    }
    frames = [
        history.rows(name, kind)
        for kind in KINDS
        for name, history in zip(names, trained[kind], strict=True)
    ]
    words = np.stack([history.final[:, -1] for history in trained["mixture"]])
    ordered = np.stack([history.in_order(learned) for history in trained["mixture"]])
    statistics = {
        "mixture_accuracy": stats.MeanOf(words.min(axis=0), support=stats.SHARE),
        "in_order": stats.MeanOf(ordered.mean(axis=0), support=stats.SHARE),
    }
    for name, wanted in (("permuting", True), ("merging", False)):
        excess = [
            history.final[:, -1]
            - best_guess(history.transitions, 2 ** (history.final.shape[1] - 1))
            for history in trained["hard_only"]
            if permutes(history.transitions) == wanted
        ]
        if excess:
            statistics[f"{name}_hard_only_excess"] = stats.MeanOf(np.mean(excess, axis=0))
    return stats.Evaluation(pd.concat(frames, ignore_index=True), statistics)
