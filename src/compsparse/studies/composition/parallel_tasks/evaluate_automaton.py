"""What the attention-only model learns of automata, from windows of all lengths and whole words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.parallel_tasks.automata import best_guess, permutes
from compsparse.studies.composition.task.history import History


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
def run(
    inputs: stats.Inputs, *, names: Sequence[str], merging: Sequence[str], learned: float
) -> stats.Evaluation:
    """Return one row per automaton, kind of data, run, length of window and look.

    ``guess`` is the accuracy of the best guess that knows the initial state only. The statistic of
    automata that merge states needs at least one of them.

    Args:
        names: of the automata.
        merging: of those of which some symbol merges states, which are trained on whole words, too.
        learned: accuracy at which a window counts as learned.
    """
    mixture, alone = (
        {
            name: stats.read_dataclass(path, AutomatonHistory)
            for name, path in zip(given, stats.many(inputs, kind) if given else [], strict=True)
        }
        for kind, given in (("mixture", names), ("hard_only", merging))
    )
    frames = [
        *(history.rows(name, "mixture") for name, history in mixture.items()),
        *(history.rows(name, "hard_only") for name, history in alone.items()),
    ]
    words = np.stack([history.final[:, -1] for history in mixture.values()])
    ordered = np.stack([history.in_order(learned) for history in mixture.values()])
    statistics = {
        "mixture_accuracy": stats.MeanOf(words.min(axis=0), support=stats.SHARE),
        "in_order": stats.MeanOf(ordered.mean(axis=0), support=stats.SHARE),
    }
    if alone:
        excess = [
            history.final[:, -1]
            - best_guess(history.transitions, 2 ** (history.final.shape[1] - 1))
            for history in alone.values()
        ]
        statistics["merging_hard_only_excess"] = stats.MeanOf(np.mean(excess, axis=0))
    return stats.Evaluation(pd.concat(frames, ignore_index=True), statistics)
