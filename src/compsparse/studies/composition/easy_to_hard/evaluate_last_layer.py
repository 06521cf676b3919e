"""What a transformer learns of each hop with easy examples and without, read in its last layer."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.task.order import in_order
from compsparse.studies.composition.transformer.history import History, read_best

KINDS = ("mixture", "hard_only")


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per kind of data, run, hop and look; params: learned, when a hop counts so."""
    trained = {kind: read_best(stats.many(inputs, kind)) for kind in KINDS}
    table = pd.concat([_rows(kind, of) for kind, of in trained.items()], ignore_index=True)
    mixture, alone = (trained[kind].accuracy[:, -1, -1] for kind in KINDS)
    ordered = in_order(trained["mixture"].accuracy, params["learned"])
    learned = np.asarray(mixture >= params["learned"], dtype=np.float64)
    return stats.Evaluation(
        table,
        {
            "mixture_learned": stats.MeanOf(learned, support=stats.SHARE),
            "hard_only_accuracy": stats.MeanOf(alone, support=stats.SHARE),
            "advantage": stats.MeanOf(mixture - alone),
            "in_order": stats.MeanOf(ordered, support=stats.SHARE),
        },
    )


def _rows(kind: str, history: History) -> pd.DataFrame:
    runs, looks, hops = history.accuracy.shape
    run, look, hop = np.indices((runs, looks, hops)).reshape(3, -1)
    return pd.DataFrame(
        {
            "data": kind,
            "rate": history.rate,
            "run": run,
            "hops": 2**hop,
            "step": history.step[look],
            "accuracy": history.accuracy.reshape(-1),
            "chance": history.chance,
        }
    )
