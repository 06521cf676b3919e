"""Has a scene a depth of its own, above which and below which networks mean less?"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.studies.regime.depth.best import by_depth
from compsparse.studies.regime.measures.measured import (
    Statistics,
    read_measures,
    shares_that_paint,
    with_excess,
)


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float, apart: int
) -> stats.Evaluation:
    """Return one row per network; statistics are differences on networks that chose no depth."""
    table = read_measures(stats.many(inputs, "measures"), labels, paints)
    table = with_excess(table, "depth", "copy")
    found: Statistics = shares_that_paint(table)
    for kind, measures in (
        ("similarity", ("survival", "excess")),
        ("dense", ("survival", "alignment")),
    ):
        for measure in measures:
            values = by_depth(table, kind, measure)
            found[f"{kind}_peak_{measure}"] = stats.MeanOf(values.peak(apart))
            if kind == "similarity":
                found[f"{kind}_own_depth_{measure}"] = stats.MeanOf(values.over_common())
    return stats.Evaluation(table, found)
