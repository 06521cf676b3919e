"""Accuracy of every hop where one layer keeps its first weights, at even or at random attention."""

from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history

KINDS = ("even", "random")


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per kind, frozen layer, run and hop; layer 0 stands for none.

    2^l hops are read in layer l + 1: *before* the frozen layer, in the layer itself (*own*) or
    *later*.
    """
    free = stats.single(inputs, "free")
    frames = [
        _rows(kind, layer, path)
        for kind in KINDS
        for layer, path in enumerate([free, *stats.many(inputs, kind)])
    ]
    table = pd.concat(frames, ignore_index=True)
    even, random = (table[table["kind"] == kind] for kind in KINDS)
    before = even[even["place"] == "before"].groupby("run")["accuracy"].min()
    later = _excess(even[even["place"] == "later"])
    following = _excess(random[random["hops"] == 2 ** random["frozen"]])
    return stats.Evaluation(
        table,
        {
            "learned_before": stats.MeanOf(before.to_numpy(), support=stats.SHARE),
            "excess_later": stats.MeanOf(later.to_numpy()),
            "random_excess_next": stats.MeanOf(following.to_numpy()),
        },
    )


def _excess(rows: pd.DataFrame) -> "pd.Series[float]":
    frozen = rows[rows["frozen"] > 0]
    return (frozen["accuracy"] - frozen["chance"]).groupby(frozen["run"]).mean()


def _rows(kind: str, frozen: int, path: Path) -> pd.DataFrame:
    rows = read_history(path).last(kind=kind, frozen=frozen)
    # 2^l hops are read in layer l + 1; where none is frozen, all are before
    after = np.log2(rows["hops"]) + 1 - (frozen or np.inf)
    place = np.select([after < 0, after == 0], ["before", "own"], "later")
    return rows.assign(place=place)[
        ["kind", "frozen", "run", "hops", "place", "accuracy", "chance", "rate"]
    ]
