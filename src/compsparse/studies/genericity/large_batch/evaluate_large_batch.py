"""Steps on small and on large batches."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.genericity.learning.chosen import chosen_table, read_trained


@stats.evaluates
def run(
    inputs: stats.Inputs, *, targets: Sequence[str], batches: Sequence[int], hard: Sequence[str]
) -> stats.Evaluation:
    """Return one row per batch, run and target; the ratio is a mean over ``hard`` ones."""
    table = pd.concat(
        [
            chosen_table(read_trained([path], targets), targets).assign(batch=batch)
            for path, batch in zip(stats.many(inputs, "models"), batches, strict=True)
        ],
        ignore_index=True,
    )
    rows = table[table["target"].isin(hard)].assign(log=lambda rows: np.log(rows["steps"]))
    wide = rows.pivot_table(index="run", columns="batch", values="log")
    small, large = batches
    ratio = (wide[large] - wide[small]).to_numpy()
    return stats.Evaluation(table, {"log_ratio": stats.MeanOf(ratio)})
