"""Error against the number of examples, of each method as validation chose it."""

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.approximation.learning.choice import Cells, chosen_table


@stats.evaluates
def run(
    inputs: stats.Inputs, *, cells: Cells, at_variables: int, at_examples: int
) -> stats.Evaluation:
    """Return one row per target, d, number of examples, method and run.

    ``cells`` are the targets of the models, their d, numbers of examples and methods. Slopes in the
    number of examples are those ``at_variables``.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    rows = table[table["variables"] == at_variables]
    slopes = {
        (str(target), str(method)): log_log_slopes(curves, "examples", "error")
        for (target, method), curves in rows.groupby(["target", "method"])
    }
    statistics = {f"slope_{'_'.join(key)}": stats.MeanOf(slope) for key, slope in slopes.items()}
    for method in sorted({method for _, method in slopes} - {"tree"}):
        gap = slopes["tree", method] - slopes["tree", "tree"]
        statistics[f"steeper_than_{method}"] = stats.MeanOf(gap)
    return stats.Evaluation(table, statistics)
