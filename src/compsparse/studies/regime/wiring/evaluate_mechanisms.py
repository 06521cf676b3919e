"""Are compositional networks flatter, in larger volumes, and less noisy (Figure 7)?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class Landscape:
    """What ``generate_landscape`` writes, logarithms to base 10."""

    change: Float64[np.ndarray, " run"]
    radius: Float64[np.ndarray, " run"]
    noise: Float64[np.ndarray, " run"]


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: Sequence[str]) -> stats.Evaluation:
    """Return one row per scene and kind; statistics are differences of the first two kinds."""
    tables = [
        pd.DataFrame({"kind": kind, **vars(stats.read_dataclass(path, Landscape))})
        for kind, path in zip(kinds, stats.many(inputs, "landscapes"), strict=True)
    ]
    table = pd.concat([rows.assign(run=np.arange(len(rows))) for rows in tables])
    wide = table.pivot(index="run", columns="kind", values=["change", "radius", "noise"])
    first, second = kinds[:2]
    return stats.Evaluation(
        table.reset_index(drop=True),
        {
            f"{first}_over_{second}_{name}": stats.MeanOf(
                (wide[name, first] - wide[name, second]).to_numpy(float)
            )
            for name in ("change", "radius", "noise")
        },
    )
