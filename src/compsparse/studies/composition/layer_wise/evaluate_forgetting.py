"""What remains of each hop after two curricula: with earlier hops in later stages, and without."""

import numpy as np
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.composition.transformer.kinds import read_kinds, table_of


@stats.evaluates
def run(inputs: stats.Inputs, *, learned: float) -> stats.Evaluation:
    """Return one row per curriculum, run, hop and look, with the look's stage, from 1.

    Args:
        learned: accuracy at which a hop counts as learned.
    """
    trained = read_kinds(inputs, ("cumulative", "strict"))
    cumulative, strict = trained.values()
    _, looks, hops = strict.curves.shape
    # a look at the boundary belongs to the stage before it; the first look is before all stages
    stage = np.maximum(-(-np.arange(looks) * hops // (looks - 1)), 1)
    table = table_of(trained)
    everything = np.asarray((cumulative.final >= learned).all(axis=1), dtype=np.float64)
    return stats.Evaluation(
        table.assign(stage=stage[np.searchsorted(strict.step, table["step"])]),
        {
            "cumulative_learned": stats.MeanOf(everything, support=stats.SHARE),
            "forgotten": stats.MeanOf(_forgotten(strict.curves)),
            "advantage": stats.MeanOf(cumulative.final[:, -1] - strict.final[:, -1]),
        },
    )


def _forgotten(accuracy: Float64[np.ndarray, "run look hop"]) -> Float64[np.ndarray, " run"]:
    """Return the accuracy of one hop at the end of the first stage less that at the last look."""
    _, looks, hops = accuracy.shape
    return np.asarray(accuracy[:, (looks - 1) // hops, 0] - accuracy[:, -1, 0])
