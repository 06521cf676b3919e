"""Targets that runs reach at several step sizes, compared run by run."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.sample_complexity.targets import targets


def compare(
    inputs: stats.Inputs, statistics: Mapping[str, tuple[stats.Statistic, tuple[float, float]]]
) -> stats.Evaluation:
    """Return the targets of all histories, and each statistic of every teacher, one value per run.

    There is a history for each teacher and step size. ``statistics`` are those of
    ``replicate_statistics``; a metric has the name of its statistic and the teacher's exponent.
    """
    table = pd.concat(
        [targets(path) for path in stats.many(inputs, "histories")], ignore_index=True
    )
    stats.require_balanced(table, ["exponent", "rank", "excess", "target"])
    found: dict[str, stats.MeanOf] = {}
    for exponent, rows in table.groupby("exponent"):
        named_statistics = {
            named(f"{name}_beta", float(str(exponent))): statistic
            for name, statistic in statistics.items()
        }
        found |= stats.replicate_statistics(rows, named_statistics)
    return stats.Evaluation(table, found)


def suited(rows: pd.DataFrame) -> pd.DataFrame:
    """Return, for each step size suited to a direction, the row of that direction."""
    chosen = rows[(rows["target"] == rows["rank"]) & (rows["excess"] == 1)]
    return chosen.sort_values("rank")


def loss_exponent(rows: pd.DataFrame) -> float | None:
    """Return the exponent in n of the losses that the suited step sizes reach."""
    chosen = suited(rows)
    return power(chosen["reached"], chosen["level"])


def power(x: Sequence[float] | pd.Series, y: Sequence[float] | pd.Series) -> float | None:
    """Return the exponent of y = x^b by least squares; None where a value is missing."""
    across, up = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if not (np.isfinite(across).all() and np.isfinite(up).all()):
        return None
    return stats.log_log_slope(across, up)
