"""Statistics per replicate, of which the frame of evaluations takes the means.

A replicate is one independent draw of all cells of a sweep: the unit of every interval.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd

from compsparse.statistics.evaluation import MeanOf

# A statistic of one replicate's rows; None where the sweep has no cells to compute it from.
Statistic = Callable[[pd.DataFrame], float | None]


def require_balanced(table: pd.DataFrame, cells: Sequence[str]) -> None:
    """Check that every cell of the sweep occurs exactly once in every replicate.

    Args:
        table: one row per cell and replicate, with the replicate in the column ``run``.
        cells: the columns that tell cells apart.

    Raises:
        ValueError: a cell is missing from a replicate, or occurs twice.
    """
    counts = table.groupby([*cells, "run"], observed=True).size().unstack("run", fill_value=0)
    if not (counts == 1).all(axis=None):
        cell = counts.index[(counts != 1).any(axis=1)][0]
        raise ValueError(
            f"The cell {dict(zip(cells, np.atleast_1d(np.array(cell)), strict=True))} does not "
            "occur exactly once in every replicate; train every cell with the same runs."
        )


def replicate_statistics(
    table: pd.DataFrame, statistics: Mapping[str, tuple[Statistic, tuple[float, float]]]
) -> dict[str, MeanOf]:
    """Apply statistics to the rows of each replicate.

    A metric is left out where its statistic is None in every replicate.

    Args:
        table: rows of all replicates, told apart by the column ``run``.
        statistics: per metric, the statistic and the limits of its possible values.
    """
    replicates = [rows for _, rows in table.groupby("run", sort=True)]
    found = {}
    for metric, (statistic, support) in statistics.items():
        values = [value for rows in replicates if (value := statistic(rows)) is not None]
        if values:
            found[metric] = MeanOf(np.array(values, dtype=np.float64), support)
    return found
