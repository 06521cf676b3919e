"""Size, depth and fan-in of circuits for real functions (Lemmas 1 and 2, Theorem 2, part 1).

A polynomial in n + m_out without negative coefficients has, on any grid, a slope in the logarithms
of at most its degree, so that a construction's degree bounds it.
"""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import read_members
from compsparse.studies.circuits.slopes import column_slope


@stats.evaluates
def run(
    inputs: stats.Inputs, *, functions: Sequence[str], places: Sequence[int]
) -> stats.Evaluation:
    """Return the sizes of all circuits, and their exponents in n + m_out."""
    table = pd.DataFrame(
        [
            {
                "function": member.function.name,
                "places": member.places,
                "code_places": member.code_places,
                "total_places": member.code_places + member.places,
                "size": member.circuit.size,
                "depth": member.circuit.depth,
                "fan_in": member.circuit.fan_in,
            }
            for member in read_members(inputs, functions, places)
        ]
    )
    statistics = {"fan_in": stats.exact(int(table["fan_in"].max()), len(table))}
    for name, rows in table.groupby("function", sort=False):
        for column in ("size", "depth"):
            slope = column_slope(rows, stats.log_log_slope, "total_places", column)
            statistics[f"{column}_exponent_{name}"] = stats.exact(slope, len(rows))
    return stats.Evaluation(table, statistics)
