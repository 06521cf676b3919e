"""Whether the longest hop alone is learned at any depth, rate and scale of first weights."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.transformer.history import best_of, read_history


@dataclass(frozen=True)
class Cell:
    """A training on hard data alone or on the mixture."""

    # in the order of the table's columns
    data: str
    initial_scale: float
    layers: int


@stats.evaluates
def run(inputs: stats.Inputs, *, trained: Sequence[Cell], learned: float) -> stats.Evaluation:
    """Return one row per training, run and hop, at the end, with a mark for those chosen.

    Args:
        trained: what each training was.
        learned: accuracy at which a hop counts as learned.
    """
    histories = [read_history(path) for path in stats.many(inputs, "trained")]
    best = {
        data: best_of(
            [found for cell, found in zip(trained, histories, strict=True) if cell.data == data]
        )
        for data in ("mixture", "hard_only")
    }
    rows = []
    for cell, history in zip(trained, histories, strict=True):
        last = history.table(cell.data)
        last = last[last["step"] == history.step[-1]]
        rows.append(last.assign(**asdict(cell), chosen=history is best[cell.data]))
    mixture, alone = (history.accuracy[:, -1, -1] for history in best.values())
    reached = np.asarray(mixture >= learned, dtype=np.float64)
    return stats.Evaluation(
        pd.concat(rows, ignore_index=True),
        {
            "mixture_learned": stats.MeanOf(reached, support=stats.SHARE),
            "hard_only_accuracy": stats.MeanOf(alone, support=stats.SHARE),
            "advantage": stats.MeanOf(mixture - alone),
        },
    )
