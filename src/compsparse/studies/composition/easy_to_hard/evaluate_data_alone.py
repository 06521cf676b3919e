"""What is learned from each kind of data: accuracy and order of hops, attention of layers."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history
from compsparse.studies.composition.task.order import in_order


@stats.evaluates
def run(inputs: stats.Inputs, *, data: Sequence[str], learned: float) -> stats.Evaluation:
    """Return one row per kind of data, run, hop and look.

    Args:
        data: of each training.
        learned: accuracy at which a hop counts as learned.
    """
    paths = stats.many(inputs, "trained")
    trained = {kind: read_history(path) for kind, path in zip(data, paths, strict=True)}
    table = pd.concat([history.table(kind) for kind, history in trained.items()], ignore_index=True)
    statistics: dict[str, stats.MeanOf] = {}
    for kind in ("mixture", "curriculum", "hard_only"):
        statistics[f"{kind}_accuracy"] = _share(trained[kind].accuracy[:, -1, -1])
    mixture, alone = trained["mixture"], trained["hard_only"]
    statistics["in_order"] = _share(in_order(mixture.accuracy, learned))
    statistics["mixture_recovered"] = _share(mixture.recovered)
    statistics["mixture_attention"] = _share(mixture.attention)
    statistics["hard_only_recovered"] = _share(alone.recovered)
    statistics["strict_first_hop"] = _share(trained["strict"].accuracy[:, -1, 0])
    return stats.Evaluation(table, statistics)


def _share(values: Float64[np.ndarray, " run"]) -> stats.MeanOf:
    return stats.MeanOf(values, support=stats.SHARE)
