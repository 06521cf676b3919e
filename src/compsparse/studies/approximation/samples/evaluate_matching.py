"""Errors of all methods at one number of examples: what a matching wiring is worth."""

import numpy as np

from compsparse.statistics import api as stats
from compsparse.studies.approximation.learning.choice import log_errors
from workflow_engine.artifacts.tables import read_table

_DEEP = ("dense", "tree", "wrong_tree", "convolution")


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return the rows of learning curves at the largest number of examples.

    Inputs: curves, the table of learning curves.
    """
    table = read_table(stats.single(inputs, "curves"))
    table = table[table["examples"] == table["examples"].max()].reset_index(drop=True)
    logs = log_errors(table, "target", "method")
    tree, generic = logs["tree"], logs["generic"]
    statistics = {
        f"log_ratio_{method}_over_tree": stats.MeanOf((tree[method] - tree["tree"]).to_numpy())
        for method in tree.columns.drop("tree")
    }
    deep = {method: (generic[method] - generic["shallow"]).to_numpy() for method in _DEEP}
    for method, ratio in deep.items():
        statistics[f"generic_log_ratio_{method}_over_shallow"] = stats.MeanOf(ratio)
    statistics["generic_least_log_ratio"] = stats.MeanOf(np.min(list(deep.values()), axis=0))
    return stats.Evaluation(table, statistics)
