"""What the attention-only model learns of given hidden permutations, from the mixture."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history


@stats.evaluates
def run(inputs: stats.Inputs, *, names: Sequence[str]) -> stats.Evaluation:
    """Return one row per task, run, hop and look.

    Args:
        names: of the tasks.
    """
    trained = [read_history(path) for path in stats.many(inputs, "trained")]
    frames = [history.table(task=name) for name, history in zip(names, trained, strict=True)]
    mixture = np.stack([history.final[:, -1] for history in trained])
    accuracy = stats.MeanOf(mixture.min(axis=0), support=stats.SHARE)
    return stats.Evaluation(pd.concat(frames, ignore_index=True), {"mixture_accuracy": accuracy})
