"""What a transformer read after its last layer learns of each hop, with and without easy hops."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.task.order import in_order
from compsparse.studies.composition.transformer.history import read_best

KINDS = ("mixture", "hard_only")


@stats.evaluates
def run(inputs: stats.Inputs, *, learned: float) -> stats.Evaluation:
    """Return one row per kind of data, run, hop and look.

    Args:
        learned: accuracy at which a hop counts as learned.
    """
    trained = {kind: read_best(stats.many(inputs, kind)) for kind in KINDS}
    table = pd.concat([history.table(kind) for kind, history in trained.items()], ignore_index=True)
    mixture, alone = (trained[kind].accuracy[:, -1, -1] for kind in KINDS)
    ordered = in_order(trained["mixture"].accuracy, learned)
    reached = np.asarray(mixture >= learned, dtype=np.float64)
    return stats.Evaluation(
        table,
        {
            "mixture_learned": stats.MeanOf(reached, support=stats.SHARE),
            "hard_only_accuracy": stats.MeanOf(alone, support=stats.SHARE),
            "advantage": stats.MeanOf(mixture - alone),
            "in_order": stats.MeanOf(ordered, support=stats.SHARE),
        },
    )
