"""Error by the number of levels that are copied from the source and frozen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import chosen_table


@dataclass(frozen=True)
class Cell:
    """A number of copied levels."""

    levels: int


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Sequence[Cell], shared: int) -> stats.Evaluation:
    """Return one row per number of levels and run.

    ``cells`` are those of the models; ``shared`` is how many levels source and target have in
    common.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    wide = table.pivot_table(index="run", columns="levels", values="error")
    levels = wide.columns.to_numpy(dtype=int)
    shared_log = np.log(wide[shared])
    fewer = np.log(wide.loc[:, levels < shared].min(axis=1))
    more = np.log(wide.loc[:, levels > shared].min(axis=1))
    return stats.Evaluation(
        table,
        {
            "log_ratio_fewer_over_shared": stats.MeanOf((fewer - shared_log).to_numpy()),
            "log_ratio_more_over_shared": stats.MeanOf((more - shared_log).to_numpy()),
        },
    )
