"""When each layer learns to attend where theory says, in training on the mixture."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "validation": Float64[np.ndarray, "rate run look hop"],
    "hidden": Int64[np.ndarray, "run fold symbol"],
    "aligned": Float64[np.ndarray, "rate run look layer"],
}


@stats.evaluates
def run(inputs: stats.Inputs, *, aligned: float) -> stats.Evaluation:
    """Return one row per run, look and layer.

    Args:
        aligned: fraction of query contents at which a layer counts as aligned.
    """
    arrays = stats.read_named_axes(stats.single(inputs, "free"), _ARRAYS)
    best = int(arrays["validation"][:, :, -1, -1].mean(axis=1).argmax())
    shares, steps = arrays["aligned"][best], arrays["step"]
    run, look, layer = np.indices(shares.shape).reshape(3, -1)
    table = pd.DataFrame(
        {
            "run": run,
            "layer": layer + 1,
            "step": steps[look],
            "aligned": shares.reshape(-1),
            "by_chance": 1 / arrays["hidden"][0].size,
            "rate": arrays["rate"][best],
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
