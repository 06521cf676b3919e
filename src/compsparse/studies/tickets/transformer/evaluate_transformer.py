"""The fraction of MLP weights that rounds of pruning keep, by arity and by number of outputs."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.pruning.kept import FLOOR, NOT_PRUNABLE
from compsparse.studies.tickets.transformer.rows import (
    Group,
    in_need,
    needs,
    order,
    slopes,
    with_kept,
)

ROUNDS: dict[str, Any] = {
    "density": Float64[np.ndarray, " round"],
    "validation": Float64[np.ndarray, "run task round"],
    "test": Float64[np.ndarray, "run task round"],
}


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    groups: Sequence[Group],
    rates: Sequence[float],
    tolerance: float,
    at_arity: int,
    at_outputs: int,
) -> stats.Evaluation:
    """Return a row for each run, number of outputs and task.

    Claims compare only tables that need the MLP.

    Args:
        inputs: dense, without and rounds, a file for each group.
        groups: the tasks of the files.
        rates: learning rates of networks without an MLP.
        tolerance: loss of validation accuracy that counts as none.
        at_arity: where the number of outputs varies.
        at_outputs: where the arity varies.
    """
    table = needs(groups, tolerance, stats.many(inputs, "dense"), stats.many(inputs, "without"))
    pruned = [stats.read_named_axes(path, ROUNDS) for path in stats.many(inputs, "rounds")]
    table = with_kept(table, pruned, tolerance).drop(columns=["group", "task"])
    tables = table[table["kind"] == "random"]
    needing = in_need(table)
    by_arity = needing[needing["outputs"] == at_outputs]
    by_outputs = needing[needing["arity"] == at_arity]
    found: dict[str, Float64[np.ndarray, " run"]] = {}
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    if by_arity["arity"].nunique() > 1:
        found["slope_arity"] = slopes(by_arity, by_arity["arity"])
        found["slope_edges"] = slopes(needing, needing["arity"] * needing["outputs"])
        statistics["order_arity"] = stats.MeanOf(order(by_arity, "arity"), stats.SHARE)
    if by_outputs["outputs"].nunique() > 1:
        found["slope_outputs"] = slopes(by_outputs, by_outputs["outputs"])
    # there may be no run with a power
    statistics |= {name: stats.MeanOf(values) for name, values in found.items() if len(values)}
    majority = table[table["kind"] == "majority"]
    widest = majority[majority["arity"] == majority["arity"].max()]
    need_of_majority = widest["dense"] - widest["without"]
    need_of_tables = (tables["dense"] - tables["without"]).groupby(tables["run"])
    outermost = needing["without_rate"].isin([rates[0], rates[-1]])
    below_half = (tables["kept"] < 0.5).groupby(tables["run"]).mean()
    by_run = tables.groupby("run")
    statistics |= {
        "prunable": stats.MeanOf(below_half.to_numpy(), stats.SHARE),
        **{
            name: stats.exact(int(those.sum()), max(len(needing), 1))
            for name, those in (
                ("not_prunable", needing["status"] == NOT_PRUNABLE),
                ("at_floor", needing["status"] == FLOOR),
                ("without_at_outermost_rate", outermost & needing["needs_mlp"]),
            )
        },
        "lost_test": stats.MeanOf(by_run["lost"].mean().to_numpy()),
        "least_dense_accuracy": stats.MeanOf(by_run["dense"].min().to_numpy(), stats.SHARE),
        "tables_in_need": stats.MeanOf(by_run["needs_mlp"].mean().to_numpy(), stats.SHARE),
        "least_need_of_tables": stats.MeanOf(need_of_tables.min().to_numpy()),
        "need_of_majority": stats.MeanOf(need_of_majority.to_numpy()),
    }
    return stats.Evaluation(table, statistics)
