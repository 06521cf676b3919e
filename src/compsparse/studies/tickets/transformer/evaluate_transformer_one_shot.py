"""The share of MLP weights left without training, by magnitude and at random, and by rounds."""

from typing import Any

import numpy as np
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.transformer.evaluate_transformer import ROUNDS
from compsparse.studies.tickets.transformer.prune_mlp_one_shot import METHODS
from compsparse.studies.tickets.transformer.rows import (
    in_need,
    needs,
    order,
    share_below,
    with_kept,
)

ONE_SHOT: dict[str, Any] = {
    "density": ROUNDS["density"],
    **{
        f"{method}_{of}": Float64[np.ndarray, "run task round"]
        for method in METHODS
        for of in ("validation", "test")
    },
}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return a row for each run, number of outputs and task; params as of ``transformer``.

    Columns METHOD_kept and METHOD_status, of magnitude, random and rounds.
    """
    rows = needs(params, stats.many(inputs, "dense"), stats.many(inputs, "without"))
    one_shot = [stats.read_named_axes(path, ONE_SHOT) for path in stats.many(inputs, "one_shot")]
    pruned = {
        method: [
            {
                "density": of["density"],
                **{on: of[f"{method}_{on}"] for on in ("validation", "test")},
            }
            for of in one_shot
        ]
        for method in METHODS
    }
    pruned["rounds"] = [
        stats.read_named_axes(path, ROUNDS) for path in stats.many(inputs, "rounds")
    ]
    table = rows.drop(columns=["group", "task"])
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    for method, of_groups in pruned.items():
        kept = with_kept(rows, of_groups, params["tolerance"])
        table = table.assign(**{f"{method}_kept": kept["kept"], f"{method}_status": kept["status"]})
        if method not in METHODS:
            continue
        needing = in_need(kept)
        by_arity = needing[needing["outputs"] == params["at_outputs"]]
        if by_arity["arity"].nunique() > 1:
            agreement = order(by_arity, "arity")
            statistics[f"{method}_order_arity"] = stats.MeanOf(agreement, stats.SHARE)
    tables = table[table["kind"] == "random"]
    for one, other in (("magnitude", "random"), ("rounds", "magnitude")):
        below = share_below(tables, f"{one}_kept", f"{other}_kept")
        statistics[f"{one}_below_{other}"] = stats.MeanOf(below, stats.SHARE)
    return stats.Evaluation(table, statistics)
