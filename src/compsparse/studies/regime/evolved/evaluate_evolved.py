"""What survives of Picbreeder's pictures, by method, optimizer and depth; parts are not known."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from jaxtyping import Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    DENSE,
    Statistics,
    by_kind,
    differences,
    last_stages,
    of_round,
    read_measures,
    shares_that_paint,
)

_OTHERS = ("random", "lottery", "wanda", "llm")


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    labels: Sequence[Mapping[str, Any]],
    paints: float,
    depths: Mapping[str, int],
    others: Sequence[str],
) -> stats.Evaluation:
    """Return one row per network and round, dense ones at the end of their training.

    Statistics are of the first round, where most networks paint; ``<genome>_last_<kind>_paints`` is
    the share that does after the last one.

    Args:
        depths: of each genome, where methods are compared.
        others: optimizers beside the study's.
    """
    table = read_measures(stats.many(inputs, "measures"), labels, paints)
    ends = table.groupby(["target", "depth", "kind"])["stage"].transform("max")
    table = table[(table["kind"] != DENSE) | (table["stage"] == ends)]
    table = table.drop(columns="alignment").reset_index(drop=True)
    layers = [
        int(stats.read_named_axes(path, {"depth": Int64[np.ndarray, ""]})["depth"])
        for path in stats.many(inputs, "targets")
    ]
    found: Statistics = {"distinct_depths": stats.exact(float(len(set(layers))))}
    for target, rounds in table.groupby("target", sort=False):
        rows = of_round(rounds, 1)
        at_depth = rows[rows["depth"] == depths[str(target)]]
        pairs = [f"similarity_over_{other}" for other in (*_OTHERS, *others)]
        named = {
            **shares_that_paint(at_depth),
            **differences(at_depth, [*pairs, "connections_over_random"], ["survival"]),
        }
        best = by_kind(at_depth, "survival")["similarity"]
        for depth, beside in rows[rows["depth"] != depths[str(target)]].groupby("depth"):
            other = by_kind(beside, "survival")["similarity"]
            named[f"over_{depth}_layers_survival"] = stats.MeanOf((best - other).to_numpy())
        last = last_stages(rounds[rounds["depth"] == depths[str(target)]])
        named |= {f"last_{name}": value for name, value in shares_that_paint(last).items()}
        found |= {f"{target}_{name}": value for name, value in named.items()}
    return stats.Evaluation(table, found)
