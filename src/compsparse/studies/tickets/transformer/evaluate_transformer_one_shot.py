"""The fraction of MLP weights kept without retraining, and by rounds of pruning."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.transformer.evaluate_transformer import ROUNDS
from compsparse.studies.tickets.transformer.prune_mlp_one_shot import METHODS
from compsparse.studies.tickets.transformer.rows import (
    Group,
    fraction_below,
    needs,
    order,
    with_kept,
)

ONE_SHOT: dict[str, Any] = {
    "density": ROUNDS["density"],
    **{
        f"{method}_{part}": Float64[np.ndarray, "run task round"]
        for method in METHODS
        for part in ("validation", "test")
    },
}


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    groups: Sequence[Group],
    tolerance: float,
    at_outputs: int,
) -> stats.Evaluation:
    """Return a row for each run, number of outputs and table; parameters as of ``transformer``.

    Columns METHOD_kept and METHOD_status, of magnitude, random and rounds.
    """
    rows = needs(groups, tolerance, stats.many(inputs, "dense"), stats.many(inputs, "without"))
    rows = rows[rows["kind"] == "random"]
    one_shot = [stats.read_named_axes(path, ONE_SHOT) for path in stats.many(inputs, "one_shot")]
    pruned = {
        method: [
            {
                "density": arrays["density"],
                **{part: arrays[f"{method}_{part}"] for part in ("validation", "test")},
            }
            for arrays in one_shot
        ]
        for method in METHODS
    }
    pruned["rounds"] = [
        stats.read_named_axes(path, ROUNDS) for path in stats.many(inputs, "rounds")
    ]
    table = rows.drop(columns=["group", "task"])
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    for method, by_group in pruned.items():
        kept = with_kept(rows, by_group, tolerance)
        table = table.assign(**{f"{method}_kept": kept["kept"], f"{method}_status": kept["status"]})
        if method not in METHODS:
            continue
        agreement = order(kept[kept["outputs"] == at_outputs], "arity")
        statistics[f"{method}_order_arity"] = stats.MeanOf(agreement, stats.SHARE)
    for less, more in (("magnitude", "random"), ("rounds", "magnitude")):
        below = fraction_below(table, f"{less}_kept", f"{more}_kept")
        statistics[f"{less}_below_{more}"] = stats.MeanOf(below, stats.SHARE)
    return stats.Evaluation(table, statistics)
