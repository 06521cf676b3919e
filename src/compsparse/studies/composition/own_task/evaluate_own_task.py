"""What the attention-only model learns of given hidden permutations, from both kinds of data."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import History, read_history
from compsparse.studies.composition.task.order import in_order

KINDS = ("mixture", "hard_only")


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per task, kind of data, run, hop and look.

    Params: names, of the tasks; learned, the accuracy at which a hop counts as learned.
    """
    trained = {kind: [read_history(path) for path in stats.many(inputs, kind)] for kind in KINDS}
    frames = [
        _rows(name, kind, history)
        for kind in KINDS
        for name, history in zip(params["names"], trained[kind], strict=True)
    ]
    mixture = np.stack([of.accuracy[:, -1, -1] for of in trained["mixture"]])
    ordered = np.stack([in_order(of.accuracy, params["learned"]) for of in trained["mixture"]])
    alone = np.stack([of.accuracy[:, -1, -1] - of.chance for of in trained["hard_only"]])
    return stats.Evaluation(
        pd.concat(frames, ignore_index=True),
        {
            "mixture_accuracy": stats.MeanOf(mixture.min(axis=0), support=stats.SHARE),
            "in_order": stats.MeanOf(ordered.mean(axis=0), support=stats.SHARE),
            "hard_only_excess": stats.MeanOf(alone.mean(axis=0)),
        },
    )


def _rows(name: str, kind: str, history: History) -> pd.DataFrame:
    runs, looks, hops = history.accuracy.shape
    run, look, hop = np.indices((runs, looks, hops)).reshape(3, -1)
    return pd.DataFrame(
        {
            "task": name,
            "data": kind,
            "rate": history.rate,
            "run": run,
            "hops": 2**hop,
            "step": history.step[look],
            "accuracy": history.accuracy.reshape(-1),
            "chance": history.chance,
        }
    )
