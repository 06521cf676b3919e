"""Accuracy of every hop where one layer keeps its first weights, at random attention."""

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per frozen layer, run and hop; layer 0 stands for none."""
    paths = [stats.single(inputs, "free"), *stats.many(inputs, "frozen")]
    frames = [read_history(path).last(frozen=layer) for layer, path in enumerate(paths)]
    table = pd.concat(frames, ignore_index=True).drop(columns="step")
    # 2^l hops are read in layer l + 1
    following = table[(table["frozen"] > 0) & (table["hops"] == 2 ** table["frozen"])]
    excess = (following["accuracy"] - following["chance"]).groupby(following["run"]).mean()
    return stats.Evaluation(table, {"random_excess_next": stats.MeanOf(excess.to_numpy())})
