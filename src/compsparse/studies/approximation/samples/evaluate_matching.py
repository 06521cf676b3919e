"""Errors of all methods where the two lines cross: what a matching wiring is worth."""

import numpy as np

from compsparse.statistics import api as stats
from workflow_engine.artifacts.tables import read_table

_DEEP = ("dense", "tree", "wrong_tree", "convolution")


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return the rows of learning curves at one d and number of examples, and ratios of errors.

    Params: at_variables, at_examples.
    """
    table = read_table(stats.single(inputs, "curves"))
    chosen = table["variables"] == params["at_variables"]
    table = table[chosen & (table["examples"] == params["at_examples"])].reset_index(drop=True)
    logarithm = np.log(table.pivot_table(index="run", columns=["target", "method"], values="error"))
    of_tree, of_generic = logarithm["tree"], logarithm["generic"]
    statistics = {
        f"log_ratio_{method}_over_tree": stats.MeanOf(
            (of_tree[method] - of_tree["tree"]).to_numpy()
        )
        for method in of_tree.columns
        if method != "tree"
    }
    deep = of_generic[list(_DEEP)].sub(of_generic["shallow"], axis=0)
    for method in _DEEP:
        statistics[f"generic_log_ratio_{method}_over_shallow"] = stats.MeanOf(
            deep[method].to_numpy()
        )
    statistics["generic_least_log_ratio"] = stats.MeanOf(deep.min(axis=1).to_numpy())
    return stats.Evaluation(table, statistics)
