"""Accuracy of every hop by the number of layers, after training on the mixture."""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.task.hops import layers_needed


@stats.evaluates
def run(inputs: stats.Inputs, *, layers: Sequence[int]) -> stats.Evaluation:
    """Return one row per task, number of layers, run and hop.

    Args:
        layers: of each training.
    """
    frames = []
    for number, path in zip(layers, stats.many(inputs, "trained"), strict=True):
        history = read_history(path)
        _, folds, symbols = history.hidden.shape
        needed = layers_needed(folds)
        rows = history.last(folds=folds, symbols=symbols, layers=number, needed=needed)
        frames.append(rows.drop(columns="step"))
    table = pd.concat(frames, ignore_index=True)
    # D layers of this form reach 2^(D - 1) hops
    reached = table["hops"] < 2 ** table["layers"]
    beyond = table[~reached]
    excess = (beyond["accuracy"] - beyond["chance"]).groupby(beyond["run"]).mean()
    enough = table[reached].groupby("run")["accuracy"].min()
    return stats.Evaluation(
        table,
        {
            "reached": stats.MeanOf(enough.to_numpy(), support=stats.SHARE),
            "excess_beyond": stats.MeanOf(excess.to_numpy()),
        },
    )
