"""What a transformer read after its last layer learns of each hop, with and without easy hops."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.composition.transformer.kinds import read_kinds, table_of


@stats.evaluates
def run(inputs: stats.Inputs, *, learned: float) -> stats.Evaluation:
    """Return one row per kind of data, run, hop and look.

    Args:
        learned: accuracy at which a hop counts as learned.
    """
    trained = read_kinds(inputs, ("mixture", "hard_only"))
    mixture, alone = trained.values()
    reached = np.asarray(mixture.final[:, -1] >= learned, dtype=np.float64)
    shares = {
        "mixture_learned": reached,
        "hard_only_accuracy": alone.final[:, -1],
        "in_order": mixture.in_order(learned),
    }
    return stats.Evaluation(
        table_of(trained),
        {name: stats.MeanOf(values, support=stats.SHARE) for name, values in shares.items()},
    )
