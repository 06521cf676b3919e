"""What it costs to hold several pictures in one network."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class Painted:
    """What ``train_painters`` writes; kinds are several pictures and one."""

    error: Float64[np.ndarray, "kind run picture"]
    ssim: Float64[np.ndarray, "kind run picture"]


@stats.evaluates
def run(inputs: stats.Inputs, *, paints: float) -> stats.Evaluation:
    """Return one row per kind, run and picture."""
    found = stats.read_dataclass(stats.single(inputs, "model"), Painted)
    kinds, runs, pictures = np.indices(found.error.shape).reshape(3, -1)
    table = pd.DataFrame(
        {
            "kind": np.array(["several", "one"])[kinds],
            "run": runs,
            "picture": pictures,
            "error": found.error.ravel(),
            "ssim": found.ssim.ravel(),
        }
    )
    several, one = np.log10(np.maximum(found.error, 1e-12)).mean(axis=2)
    return stats.Evaluation(
        table,
        {
            "several_paint": stats.MeanOf((found.ssim[0] >= paints).mean(axis=1), stats.SHARE),
            "one_paint": stats.MeanOf((found.ssim[1] >= paints).mean(axis=1), stats.SHARE),
            "several_over_one": stats.MeanOf(several - one),
        },
    )
