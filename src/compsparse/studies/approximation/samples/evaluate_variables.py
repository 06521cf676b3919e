"""Error against the number of variables, at one number of examples."""

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from workflow_engine.artifacts.tables import read_table


@stats.evaluates
def run(inputs: stats.Inputs, *, at_variables: int, at_examples: int) -> stats.Evaluation:
    """Return the rows of learning curves at ``at_examples``.

    Inputs: curves, the table of learning curves.
    """
    table = read_table(stats.single(inputs, "curves"))
    table = table[table["examples"] == at_examples].reset_index(drop=True)
    growth = {
        (str(target), str(method)): log_log_slopes(curves, "variables", "error")
        for (target, method), curves in table.groupby(["target", "method"])
    }
    statistics = {f"growth_{'_'.join(key)}": stats.MeanOf(slope) for key, slope in growth.items()}
    for kernel in ("kernel", "tree_kernel"):
        gap = growth["tree", kernel] - growth["tree", "tree"]
        statistics[f"{kernel}_grows_faster"] = stats.MeanOf(gap)
    return stats.Evaluation(table, statistics)
