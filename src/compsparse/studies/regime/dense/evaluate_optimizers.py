"""Training loss at the end, the mean since the last stop, by optimizer and rate."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats


@stats.evaluates
def run(inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]]) -> stats.Evaluation:
    """Return one row per optimizer, rate and run; differences are of log10 of losses.

    ``mean`` is over rates, ``best`` at the best rate of each optimizer for each scene.
    """
    tables = []
    for label, path in zip(labels, stats.many(inputs, "models"), strict=True):
        found = stats.read_named_axes(path, {"loss": Float64[np.ndarray, "run stop"]})["loss"]
        tables.append(pd.DataFrame({**label, "run": np.arange(len(found)), "loss": found[:, -1]}))
    table = pd.concat(tables, ignore_index=True)
    logs = table.assign(log=np.log10(table["loss"])).groupby(["optimizer", "run"])["log"]
    mean, best = logs.mean().unstack("optimizer"), logs.min().unstack("optimizer")
    return stats.Evaluation(
        table,
        {
            f"{first}_over_{second}_{name}": stats.MeanOf((wide[first] - wide[second]).to_numpy())
            for first, second in (("muon_20", "muon"), ("muon", "adam"))
            for name, wide in (("mean", mean), ("best", best))
        },
    )
