"""Error against the number of variables, at one number of examples."""

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.approximation.methods import METHODS_AT_EVERY_D as METHODS
from workflow_engine.artifacts.tables import read_table


@stats.evaluates
def run(inputs: stats.Inputs, *, at_variables: int, at_examples: int) -> stats.Evaluation:
    """Return the rows of learning curves at ``at_examples``, of methods that learn at every d.

    Inputs: curves, the table of learning curves.
    """
    table = read_table(stats.single(inputs, "curves"))
    rows = table[(table["examples"] == at_examples) & (table["target"] == "tree")]
    rows = rows[rows["method"].isin(METHODS)].reset_index(drop=True)
    growth = {
        str(method): log_log_slopes(curves, "variables", "error")
        for method, curves in rows.groupby("method")
    }
    statistics = {f"growth_{method}": stats.MeanOf(slope) for method, slope in growth.items()}
    statistics["kernel_grows_faster"] = stats.MeanOf(growth["kernel"] - growth["tree"])
    return stats.Evaluation(rows, statistics)
