"""What is learned from each kind of data: accuracy and order of hops, attention of layers."""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history


@stats.evaluates
def run(inputs: stats.Inputs, *, data: Sequence[str], learned: float) -> stats.Evaluation:
    """Return one row per kind of data, run, hop and look.

    Args:
        data: of each training.
        learned: accuracy at which a hop counts as learned.
    """
    paths = stats.many(inputs, "trained")
    trained = {kind: read_history(path) for kind, path in zip(data, paths, strict=True)}
    mixture, alone = trained["mixture"], trained["hard_only"]
    shares = {
        **{f"{kind}_accuracy": trained[kind].final[:, -1] for kind in ("mixture", "curriculum")},
        "in_order": mixture.in_order(learned),
        "mixture_attention": mixture.attention[mixture.best],
        "strict_first_hop": trained["strict"].final[:, 0],
    }
    even = alone.even_gradient.max() / mixture.even_gradient.min()
    return stats.Evaluation(
        pd.concat([trained[kind].table(data=kind) for kind in data], ignore_index=True),
        {
            **{name: stats.MeanOf(values, support=stats.SHARE) for name, values in shares.items()},
            "even_gradient": stats.exact(float(even)),
        },
    )
