"""Nats above those of one who knows the rules, on seen and on held-out pairs."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats


@stats.evaluates
def run(inputs: stats.Inputs, *, arms: Sequence[str]) -> stats.Evaluation:
    """Return one row per arm and run; statistics are log ratios of held-out errors."""
    tables = []
    for arm in arms:
        kinds = ("validation", "seen", "held_out")
        wanted: dict[str, Any] = {
            f"{kind}_{arm}": Float64[np.ndarray, "run rate"] for kind in kinds
        }
        wanted["rates"] = Float64[np.ndarray, " rate"]
        found = stats.read_named_axes(stats.single(inputs, "models"), wanted)
        best = found[f"validation_{arm}"].argmin(axis=1)
        runs = np.arange(len(best))
        columns = {
            "arm": arm,
            "run": runs,
            "seen": found[f"seen_{arm}"][runs, best],
            "held_out": found[f"held_out_{arm}"][runs, best],
            "chosen": found["rates"][best],
            "at_edge": np.isin(best, (0, len(found["rates"]) - 1)),
        }
        tables.append(pd.DataFrame(columns))
    table = pd.concat(tables, ignore_index=True)
    logs = np.log(table.pivot(index="run", columns="arm", values="held_out"))
    return stats.Evaluation(
        table,
        {
            f"{arm}_over_experts": stats.MeanOf((logs[arm] - logs["experts"]).to_numpy())
            for arm in arms
            if arm != "experts"
        },
    )
