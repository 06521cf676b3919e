"""What the attention-only model learns of given hidden permutations, from both kinds of data."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history

KINDS = ("mixture", "hard_only")


@stats.evaluates
def run(inputs: stats.Inputs, *, names: Sequence[str], learned: float) -> stats.Evaluation:
    """Return one row per task, kind of data, run, hop and look.

    Args:
        names: of the tasks.
        learned: accuracy at which a hop counts as learned.
    """
    trained = {kind: [read_history(path) for path in stats.many(inputs, kind)] for kind in KINDS}
    frames = [
        history.table(task=name, data=kind)
        for kind in KINDS
        for name, history in zip(names, trained[kind], strict=True)
    ]
    mixture = np.stack([history.final[:, -1] for history in trained["mixture"]])
    ordered = np.stack([history.in_order(learned) for history in trained["mixture"]])
    alone = np.stack([history.final[:, -1] - history.chance for history in trained["hard_only"]])
    return stats.Evaluation(
        pd.concat(frames, ignore_index=True),
        {
            "mixture_accuracy": stats.MeanOf(mixture.min(axis=0), support=stats.SHARE),
            "in_order": stats.MeanOf(ordered.mean(axis=0), support=stats.SHARE),
            "hard_only_excess": stats.MeanOf(alone.mean(axis=0)),
        },
    )
