"""Are compositional networks in larger volumes, and less noisy (Figure 7)?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import share_ahead


@dataclass(frozen=True)
class Landscape:
    """What ``generate_landscape`` writes, logarithms to base 10."""

    radius: Float64[np.ndarray, " run"]
    noise: Float64[np.ndarray, " run"]


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: Sequence[str]) -> stats.Evaluation:
    """Return one row per scene and kind; statistics compare the first two kinds.

    They are shares of scenes: a network that died has no noise at all, and would be all of a mean
    of logarithms.
    """
    tables = [
        pd.DataFrame({"kind": kind, **vars(stats.read_dataclass(path, Landscape))})
        for kind, path in zip(kinds, stats.many(inputs, "landscapes"), strict=True)
    ]
    table = pd.concat([rows.assign(run=np.arange(len(rows))) for rows in tables])
    wide = table.pivot(index="run", columns="kind", values=["radius", "noise"])
    first, second = kinds[:2]
    found: dict[str, stats.Interval | stats.MeanOf] = {}
    for name, word in (("radius", "larger"), ("noise", "smaller")):
        differences = (wide[name, first] - wide[name, second]).to_numpy(float)
        found[f"{first}_{word}_{name}"] = share_ahead(differences * (1 if word == "larger" else -1))
    return stats.Evaluation(table.reset_index(drop=True), found)
