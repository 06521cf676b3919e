"""The share of MLP weights that rounds of pruning leave, by arity and by number of outputs."""

from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.transformer.kept import FLOOR, NOT_PRUNABLE
from compsparse.studies.tickets.transformer.rows import (
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
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return a row for each run, number of outputs and task.

    Params: groups, outputs and tasks of each job; rates, those without an MLP; tolerance, what may
    be lost; at_arity and at_outputs, where the other one varies. Tables that need no MLP are left
    out of what claims compare.
    """
    table = needs(params, stats.many(inputs, "dense"), stats.many(inputs, "without"))
    pruned = [stats.read_named_axes(path, ROUNDS) for path in stats.many(inputs, "rounds")]
    table = with_kept(table, pruned, params["tolerance"]).drop(columns=["group", "task"])
    tables = table[table["kind"] == "random"]
    needing = in_need(table)
    by_arity = needing[needing["outputs"] == params["at_outputs"]]
    by_outputs = needing[needing["arity"] == params["at_arity"]]
    found: dict[str, Float64[np.ndarray, " run"]] = {}
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    if by_arity["arity"].nunique() > 1:
        found["slope_arity"] = slopes(by_arity, by_arity["arity"])
        found["slope_edges"] = slopes(needing, needing["arity"] * needing["outputs"])
        statistics["order_arity"] = stats.MeanOf(order(by_arity, "arity"), stats.SHARE)
    if by_outputs["outputs"].nunique() > 1:
        found["slope_outputs"] = slopes(by_outputs, by_outputs["outputs"])
    majority = table[table["kind"] == "majority"]
    widest = majority[majority["arity"] == majority["arity"].max()]
    gap = widest["dense"] - widest["without"]
    # a power may be of no run at all
    statistics |= {name: stats.MeanOf(values) for name, values in found.items() if len(values)}
    outermost = needing["without_rate"].isin([params["rates"][0], params["rates"][-1]])
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
        "least_need_of_tables": stats.MeanOf(_least_need(tables)),
        "need_of_majority": stats.MeanOf(gap.to_numpy()),
    }
    return stats.Evaluation(table, statistics)


def _least_need(tables: pd.DataFrame) -> Float64[np.ndarray, " run"]:
    gap = tables["dense"] - tables["without"]
    return np.asarray(gap.groupby(tables["run"]).min())
