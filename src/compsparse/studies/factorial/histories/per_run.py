"""Metrics that are named like their functions, which take the rows of one run."""

import pandas as pd

from compsparse.statistics import api as stats


def per_run(
    rows: pd.DataFrame,
    *statistics: stats.Statistic,
    support: tuple[float, float] = stats.ANY_VALUE,
) -> dict[str, stats.MeanOf]:
    """Apply statistics, whose values have the limits ``support``, to the rows of each run."""
    return stats.replicate_statistics(rows, {s.__name__: (s, support) for s in statistics})
