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
    rows = table[(table["variables"] == at_variables) & (table["target"] == "tree")]
    slopes = {
        str(method): log_log_slopes(curves, "examples", "error")
        for method, curves in rows.groupby("method")
    }
    statistics = {f"slope_{method}": stats.MeanOf(slope) for method, slope in slopes.items()}
    for method in sorted(set(slopes) - {"tree"}):
        gap = slopes[method] - slopes["tree"]
        statistics[f"steeper_than_{method}"] = stats.MeanOf(gap)
    return stats.Evaluation(table, statistics)
