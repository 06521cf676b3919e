"""Density of the layers of tree networks: their weights over those of dense layers."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.matrices.tree_matrix import counts_of_rows, densities, layer_mask


@stats.evaluates
def run(
    inputs: stats.Inputs, *, arities: Sequence[int], levels: Sequence[int], channels: int
) -> stats.Evaluation:
    """Return one row per arity, d and layer; d is the arity to the power of the levels.

    A layer of n nodes above n k has the density 1/n: each reads k of the n k below.
    """
    rows, powers = [], []
    for arity in arities:
        first = []
        for number in levels:
            d = arity**number
            found = densities(d, arity, channels)
            first.append(found[0])
            rows += [
                {
                    "arity": arity,
                    "d": d,
                    "layer": layer,
                    "density": density,
                    "expected": arity ** (layer + 1) / d,
                }
                for layer, density in enumerate(found)
            ]
        sizes = np.array([arity**number for number in levels], dtype=float)
        powers.append(stats.log_log_slope(sizes, np.array(first)))
    table = pd.DataFrame(rows)
    uneven = [
        np.abs(counts_of_rows(layer_mask(4, arity, channels, channels)) - arity * channels).max()
        for arity in arities
    ]
    farthest = float(np.abs(table["density"] - table["expected"]).max())
    statistics = {
        "difference": stats.exact(farthest),
        "first_layer_power": stats.exact(float(np.mean(powers))),
        "row_difference": stats.exact(float(max(uneven))),
    }
    return stats.Evaluation(table, statistics)
