"""Linear shares by examples over those in closed form."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats

KINDS = {"shift": "shift c of signs", "bias": "bias of signs", "normal": "shift c of normal inputs"}


@dataclass(frozen=True)
class Footprints:
    """What ``generate_footprints`` writes."""

    estimated: Float64[np.ndarray, "run kind value"]
    exact: Float64[np.ndarray, "kind value"]
    values: Float64[np.ndarray, "kind value"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per run, kind and value; logs of ratios are means over values, by kind."""
    found = stats.read_dataclass(stats.single(inputs, "footprints"), Footprints)
    runs, kinds, values = np.indices(found.estimated.shape).reshape(3, -1)
    table = pd.DataFrame(
        {
            "run": runs,
            "kind": np.array(list(KINDS))[kinds],
            "value": found.values[kinds, values],
            "exact": found.exact[kinds, values],
            "estimated": found.estimated.ravel(),
        }
    )
    ratio = np.log(found.estimated / found.exact).mean(axis=2)
    statistics = {f"{kind}_log_ratio": stats.MeanOf(ratio[:, i]) for i, kind in enumerate(KINDS)}
    return stats.Evaluation(table, statistics)
