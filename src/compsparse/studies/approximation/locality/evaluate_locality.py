"""Errors with local connections and shared weights, on variables in order and permuted."""

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import Cells, chosen_table, log_errors

_NETWORKS = ("dense", "local", "convolution")


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Cells) -> stats.Evaluation:
    """Return one row per target, network, order of the variables and run.

    ``cells`` are the networks of the models, the orders in which they read, and their targets.
    """
    table = chosen_table(cells, stats.many(inputs, "models"))
    logs = log_errors(table, "target", "network", "order")
    statistics = {}
    for target in table["target"].unique():
        dense, local, convolution = (logs[target, name] for name in _NETWORKS)
        gaps = {
            "permuted_over_ordered_local": local["random"] - local["own"],
            "permuted_over_ordered_convolution": convolution["random"] - convolution["own"],
            "permuted_over_ordered_dense": dense["random"] - dense["own"],
            "dense_over_local": dense["own"] - local["own"],
            "local_over_convolution": local["own"] - convolution["own"],
        }
        for name, gap in gaps.items():
            statistics[f"{target}_log_ratio_{name}"] = stats.MeanOf(gap.to_numpy())
    dense, local, convolution = (logs["tree", name, "own"] for name in _NETWORKS)
    worth = dense + convolution - 2 * local
    statistics["tree_locality_less_sharing"] = stats.MeanOf(worth.to_numpy())
    return stats.Evaluation(table, statistics)
