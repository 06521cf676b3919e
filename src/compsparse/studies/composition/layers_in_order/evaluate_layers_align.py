"""When each layer learns to attend where theory says, in training on the mixture."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.task.history import TaskHistory


@dataclass(frozen=True)
class _Trained(TaskHistory):
    """A training with the fraction of query contents on theory's key, by layer."""

    aligned: Float64[np.ndarray, "rate run look layer"]


@stats.evaluates
def run(inputs: stats.Inputs, *, aligned: float) -> stats.Evaluation:
    """Return one row per run, look and layer.

    Args:
        aligned: fraction of query contents at which a layer counts as aligned.
    """
    history = stats.read_dataclass(stats.single(inputs, "free"), _Trained)
    shares, steps = history.aligned[history.best], history.step
    run, look, layer = np.indices(shares.shape).reshape(3, -1)
    table = pd.DataFrame(
        {
            "run": run,
            "layer": layer + 1,
            "step": steps[look],
            "aligned": shares.reshape(-1),
            "by_chance": 1 / history.hidden[0].size,
            "rate": history.rate[history.best],
        }
    )
    ratios = later_over_earlier(shares, steps, aligned)
    return stats.Evaluation(table, {"later_over_earlier": stats.MeanOf(ratios)})


def later_over_earlier(
    shares: Float64[np.ndarray, "run look layer"], steps: Int64[np.ndarray, " look"], enough: float
) -> Float64[np.ndarray, " run"]:
    """Return the smallest ratio of one layer's updates to those of the layer before.

    Counted are updates before the first look with a share of ``enough``, plus 1, so that a layer
    aligned from the start has 1. A run with a layer that never aligns has 0.
    """
    there = np.asarray(shares >= enough)
    first = steps[there.argmax(axis=1)] + 1.0
    ratios = np.min(first[:, 1:] / first[:, :-1], axis=1)
    return np.where(np.all(np.any(there, axis=1), axis=1), ratios, 0.0)
