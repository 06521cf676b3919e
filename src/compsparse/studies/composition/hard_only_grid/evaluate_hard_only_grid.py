"""Whether the longest hop alone is learned at any depth, rate and scale of first weights."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.transformer.history import best_of, read_history


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per training, run and hop, at the end; those that validation chose are marked.

    Params: trained, the labels data, layers and initial_scale of each file; learned, the accuracy
    at which a hop counts as learned.
    """
    read = [
        (labels, read_history(path))
        for labels, path in zip(params["trained"], stats.many(inputs, "trained"), strict=True)
    ]
    best = {
        data: best_of([of for labels, of in read if labels["data"] == data])
        for data in ("mixture", "hard_only")
    }
    rows = []
    for labels, of in read:
        last = of.table(labels["data"])
        last = last[last["step"] == of.step[-1]]
        rows.append(last.assign(**labels, chosen=of is best[labels["data"]]))
    mixture, alone = (of.accuracy[:, -1, -1] for of in best.values())
    learned = np.asarray(mixture >= params["learned"], dtype=np.float64)
    return stats.Evaluation(
        pd.concat(rows, ignore_index=True),
        {
            "mixture_learned": stats.MeanOf(learned, support=stats.SHARE),
            "hard_only_accuracy": stats.MeanOf(alone, support=stats.SHARE),
            "advantage": stats.MeanOf(mixture - alone),
        },
    )
