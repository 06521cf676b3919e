"""Error against the number of examples, of each method as validation chose it."""

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.approximation.learning.choice import Cells, chosen_table


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per target, number of examples, method and run.

    ``cells`` are the targets of the models, their numbers of examples and methods. Slopes are those
    of methods with several numbers of examples.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    rows = table[table["target"] == "tree"]
    rows = rows[rows.groupby("method")["examples"].transform("nunique") > 1]
    slopes = {
        str(method): log_log_slopes(curves, "examples", "error")
        for method, curves in rows.groupby("method")
    }
    statistics = {f"slope_{method}": stats.MeanOf(slope) for method, slope in slopes.items()}
    for method in sorted(set(slopes) - {"tree"}):
        gap = slopes[method] - slopes["tree"]
        statistics[f"steeper_than_{method}"] = stats.MeanOf(gap)
    return stats.Evaluation(table, statistics)
