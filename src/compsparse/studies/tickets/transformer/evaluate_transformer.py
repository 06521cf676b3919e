"""The fraction of MLP weights that rounds of pruning keep, by arity and by number of outputs."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.pruning.kept import FLOOR, NOT_PRUNABLE
from compsparse.studies.tickets.transformer.rows import (
    Group,
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
    wide: Sequence[Group],
    wider: int,
    tolerance: float,
    at_arity: int,
    at_outputs: int,
) -> stats.Evaluation:
    """Return a row for each run, number of outputs, task and width of the MLP.

    All tables that are drawn enter every statistic, whatever is learned of them.

    Args:
        inputs: dense and without, a file for each group; rounds, for each group of tables, which
            come first; wider and wider_rounds, for each group in ``wide``.
        groups: the tasks of the files.
        rates: learning rates of networks without an MLP.
        wide: tables that networks with more hidden units learn.
        wider: times as many hidden units as usual in ``wider``.
        tolerance: loss of validation accuracy that counts as none.
        at_arity: where the number of outputs varies.
        at_outputs: where the arity varies.
    """
    table = needs(groups, tolerance, stats.many(inputs, "dense"), stats.many(inputs, "without"))
    majority = table[table["kind"] == "majority"]
    usual = _pruned(inputs, "rounds", table[table["kind"] == "random"], tolerance)
    files = stats.many(inputs, "wider")
    wider_rows = _pruned(inputs, "wider_rounds", needs(wide, tolerance, files, files), tolerance)
    by_arity = usual[usual["outputs"] == at_outputs]
    by_outputs = usual[usual["arity"] == at_arity]
    outputs, outputs_wider = (slopes(rows, rows["outputs"]) for rows in (by_outputs, wider_rows))
    widest = majority[majority["arity"] == majority["arity"].max()]
    by_run = usual.groupby("run")
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "order_arity": stats.MeanOf(order(by_arity, "arity"), stats.SHARE),
        "slope_arity": stats.MeanOf(slopes(by_arity, by_arity["arity"])),
        "slope_outputs": stats.MeanOf(outputs),
        "slope_outputs_wider_less_usual": stats.MeanOf(outputs_wider - outputs),
        "slope_edges": stats.MeanOf(slopes(usual, usual["arity"] * usual["outputs"])),
        "need_of_majority": stats.MeanOf((widest["dense"] - widest["without"]).to_numpy()),
        "lost_test": stats.MeanOf(by_run["lost"].mean().to_numpy()),
        **{
            name: stats.MeanOf(those.groupby(usual["run"]).mean().to_numpy(), stats.SHARE)
            for name, those in (
                ("prunable", usual["kept"] < 0.5),
                ("learned", usual["dense"] >= 1 - tolerance),
                ("tables_in_need", usual["needs_mlp"]),
            )
        },
        **{
            name: stats.exact(int(those.sum()), len(usual))
            for name, those in (
                ("not_prunable", usual["status"] == NOT_PRUNABLE),
                ("at_floor", usual["status"] == FLOOR),
                (
                    "without_at_outermost_rate",
                    usual["without_rate"].isin([rates[0], rates[-1]]) & usual["needs_mlp"],
                ),
            )
        },
    }
    tables = [
        usual.assign(width=1),
        wider_rows.assign(width=wider, needs_mlp=True),
        majority.assign(width=1),
    ]
    columns = ["group", "task"]
    return stats.Evaluation(pd.concat(tables, ignore_index=True).drop(columns=columns), statistics)


def _pruned(inputs: stats.Inputs, name: str, rows: pd.DataFrame, tolerance: float) -> pd.DataFrame:
    files = [stats.read_named_axes(path, ROUNDS) for path in stats.many(inputs, name)]
    return with_kept(rows, files, tolerance)
