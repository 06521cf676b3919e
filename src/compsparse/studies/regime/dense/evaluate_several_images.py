"""Are all pictures painted that one network is to hold?"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class Painted:
    """What ``train_painters`` writes."""

    error: Float64[np.ndarray, "run picture"]
    ssim: Float64[np.ndarray, "run picture"]


@stats.evaluates
def run(inputs: stats.Inputs, *, paints: float) -> stats.Evaluation:
    """Return one row per run and picture."""
    found = stats.read_dataclass(stats.single(inputs, "model"), Painted)
    runs, pictures = np.indices(found.error.shape).reshape(2, -1)
    table = pd.DataFrame(
        {
            "run": runs,
            "picture": pictures,
            "error": found.error.ravel(),
            "ssim": found.ssim.ravel(),
        }
    )
    shares = (found.ssim >= paints).mean(axis=1)
    return stats.Evaluation(table, {"several_paint": stats.MeanOf(shares, stats.SHARE)})
