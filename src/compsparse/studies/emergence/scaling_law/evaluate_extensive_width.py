"""Emergence times for P = d^gamma (document 003, part I, extensive-width networks, conditions)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.scaling_law.emergences import read_flow
from compsparse.studies.emergence.scaling_law.exponents import means_where_known, time_exponents
from compsparse.studies.emergence.tables import table_of


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    growths: Sequence[float],  # gamma of each history
    directions: Sequence[int],  # P of each history
    dimensions: Sequence[int],  # d of each history
) -> stats.Evaluation:
    """Fit an exponent of T_p in p to every run; metrics are those of the widest teachers.

    In low dimensions a neuron may be aligned from the start: its direction does not emerge, and the
    run has no exponent.

    Inputs: ``histories``, by growth and width.
    """
    paths = stats.many(inputs, "histories")
    rows = []
    for path, growth, width, dimension in zip(paths, growths, directions, dimensions, strict=True):
        fitted = time_exponents(read_flow(path))
        axes = {"growth": growth, "directions": width, "dimension": dimension}
        runs = {"run": range(len(fitted))}
        rows.append(table_of(axes | runs, exponent=fitted, complete=np.isfinite(fitted)))
    table = pd.concat(rows, ignore_index=True)
    widest = table[table["directions"] == table["directions"].max()]
    means: dict[str, stats.MeanOf] = {}
    for growth, growth_rows in widest.groupby("growth"):
        name = named("time_exponent_growth", float(str(growth)))
        means |= means_where_known(name, growth_rows["exponent"].to_numpy(dtype=np.float64))
    complete = widest.groupby("run")["complete"].all()
    share = stats.interval_of_probability(int(complete.sum()), len(complete))
    return stats.Evaluation(table, {**means, "complete_share": share})
