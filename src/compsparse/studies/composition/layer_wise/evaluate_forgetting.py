"""What remains of each hop after two curricula: with earlier hops in later stages, and without."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.transformer.history import History, read_best

KINDS = ("cumulative", "strict")


@stats.evaluates
def run(inputs: stats.Inputs, *, learned: float) -> stats.Evaluation:
    """Return one row per curriculum, run, hop and look, with the look's stage, from 1.

    Args:
        learned: accuracy at which a hop counts as learned.
    """
    trained = {kind: read_best(stats.many(inputs, kind)) for kind in KINDS}
    table = pd.concat([_rows(*training) for training in trained.items()], ignore_index=True)
    cumulative, strict = (trained[kind].accuracy for kind in KINDS)
    everything = np.asarray((cumulative[:, -1] >= learned).all(axis=1), dtype=np.float64)
    return stats.Evaluation(
        table,
        {
            "cumulative_learned": stats.MeanOf(everything, support=stats.SHARE),
            "forgotten": stats.MeanOf(_forgotten(strict)),
            "advantage": stats.MeanOf(cumulative[:, -1, -1] - strict[:, -1, -1]),
        },
    )


def _forgotten(accuracy: Float64[np.ndarray, "run look hop"]) -> Float64[np.ndarray, " run"]:
    """Return the accuracy of one hop at the end of the first stage less that at the last look."""
    _, looks, hops = accuracy.shape
    lost: Float64[np.ndarray, " run"] = accuracy[:, (looks - 1) // hops, 0] - accuracy[:, -1, 0]
    return lost


def _rows(kind: str, history: History) -> pd.DataFrame:
    _, looks, hops = history.accuracy.shape
    # a look at the boundary belongs to the stage before it; the first look is before all stages
    stage: Int64[np.ndarray, " look"] = np.maximum(-(-np.arange(looks) * hops // (looks - 1)), 1)
    table = history.table(kind)
    return table.assign(stage=stage[np.searchsorted(history.step, table["step"])])
