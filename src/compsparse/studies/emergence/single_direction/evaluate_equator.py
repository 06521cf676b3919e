"""The share of its steps that a run spends near the equator (document 003, Part I).

A start's overlap is about d^(-1/2), where the gradient is small; the share is that of the steps
before the squared overlap first exceeds 0.1 among those before it first exceeds 1/2.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.single_direction.hitting_history import HittingHistory
from compsparse.studies.emergence.tables import table_of

LEARNED, GIVEN_UP, FAILED = "learned", "given up", "failed"
_ABOVE_EDGE_CASE = 3  # the least k of the document's statement


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per order, dimension and run, and mean shares in the largest dimensions."""
    # runs that were given up have no share; it would be above the others', so means are too low
    histories = [
        stats.read_dataclass(path, HittingHistory) for path in stats.many(inputs, "histories")
    ]
    frames = [_shares(history) for history in histories]
    statistics = {}
    for history, rows in zip(histories, frames, strict=True):
        if history.order >= _ABOVE_EDGE_CASE:
            largest = rows[rows["dimension"] == rows["dimension"].max()]
            shares = largest["share"].dropna().to_numpy()
            statistics[f"share_order_{history.order}"] = stats.MeanOf(shares, stats.SHARE)
    return stats.Evaluation(pd.concat(frames, ignore_index=True), statistics)


def _shares(history: HittingHistory) -> pd.DataFrame:
    learned, failed = history.learned[0], history.failed[0]
    done = np.isfinite(learned)
    if not done.any(axis=1).all():
        dimension = history.dimension[np.argmin(done.any(axis=1))]
        raise ValueError(
            f"No run of order {history.order} learned in dimension {dimension}; raise "
            "`longest`, or lower the step constant if runs failed."
        )
    runs = range(learned.shape[1])
    return table_of(
        {"order": history.order, "dimension": history.dimension, "run": runs},
        outcome=np.where(done, LEARNED, np.where(failed, FAILED, GIVEN_UP)),
        share=history.searched[0] / learned,
    )
