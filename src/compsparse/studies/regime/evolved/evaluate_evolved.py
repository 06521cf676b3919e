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
    ended,
    of_round,
    read_measures,
    share_ahead,
    shares_that_paint,
)


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    labels: Sequence[Mapping[str, Any]],
    paints: float,
    depths: Mapping[str, int],
    others: Sequence[str],
    rivals: Sequence[str],
) -> stats.Evaluation:
    """Return one row per network and round, dense ones at the end of their training.

    Statistics are of the first round, where most networks paint; of the second one, how many do,
    and whether networks pruned by similarity or as lottery tickets resemble the picture more.

    Args:
        depths: of each genome, where methods are compared.
        others: optimizers beside the study's.
        rivals: methods of pruning that are compared as one.
    """
    table = read_measures(stats.many(inputs, "measures"), labels, paints)
    table = ended(table.drop(columns="alignment"), "target", "depth")
    layers = [
        int(stats.read_named_axes(path, {"depth": Int64[np.ndarray, ""]})["depth"])
        for path in stats.many(inputs, "targets")
    ]
    found: Statistics = {"distinct_depths": stats.exact(float(len(set(layers))))}
    for target, rounds in table.groupby("target", sort=False):
        rows = of_round(rounds, 1)
        at_depth = rows[rows["depth"] == depths[str(target)]]
        pairs = [f"similarity_over_{other}" for other in ("random", "rivals", *others)]
        named = {
            **shares_that_paint(at_depth),
            **differences(at_depth, pairs, ["survival"], {"rivals": rivals}),
        }
        second = of_round(rounds[rounds["depth"] == depths[str(target)]], 2)
        pruned = second[second["kind"] != DENSE]
        named |= {
            f"round_2_{name}": value
            for name, value in {
                **shares_that_paint(pruned),
                **differences(pruned, ["similarity_over_lottery"], ["ssim"]),
            }.items()
        }
        beside = rows[rows["depth"] != depths[str(target)]]
        if len(beside):
            best, other = (by_kind(t, "survival")["similarity"] for t in (at_depth, beside))
            apart = (best - other).to_numpy()
            named["over_other_depths_survival"] = stats.MeanOf(apart)
            named["over_other_depths_survival_ahead"] = share_ahead(apart)
        found |= {f"{target}_{name}": value for name, value in named.items()}
    return stats.Evaluation(table, found)
