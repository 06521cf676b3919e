"""Values that networks have right on the half of a table that they did not see."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class HalfTables:
    """What ``train_half_tables`` writes; the last targets are majority and parity."""

    train: Float64[np.ndarray, "run target rate"]
    validation: Float64[np.ndarray, "run target rate"]
    test: Float64[np.ndarray, "run target rate"]
    rates: Float64[np.ndarray, " rate"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per run and target, at the rate that validation chose."""
    found = stats.read_dataclass(stats.single(inputs, "models"), HalfTables)
    best = found.validation.argmax(axis=2)[..., None]
    runs, targets = np.indices(best.shape[:2]).reshape(2, -1)
    kinds = np.array(["random"] * (best.shape[1] - 2) + ["majority", "parity"])
    table = pd.DataFrame(
        {
            "run": runs,
            "target": targets,
            "kind": kinds[targets],
            "seen": np.take_along_axis(found.train, best, axis=2).ravel(),
            "unseen": np.take_along_axis(found.test, best, axis=2).ravel(),
            "chosen": found.rates[best].ravel(),
            "at_edge": np.isin(best, (0, len(found.rates) - 1)).ravel(),
        }
    )
    means = table.pivot_table(index="run", columns="kind", values=["seen", "unseen"])
    statistics = {
        f"{kind}_{column}": stats.MeanOf(means[column, kind].to_numpy(), stats.SHARE)
        for kind, column in (
            ("random", "unseen"),
            ("random", "seen"),
            ("majority", "unseen"),
            ("parity", "unseen"),
        )
    }
    return stats.Evaluation(table, statistics)
