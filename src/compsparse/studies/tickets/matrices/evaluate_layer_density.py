"""Shares of the weights of dense layers that tree networks of several sizes have."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.matrices.tree_matrix import counts_of_rows, densities, layer_mask


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per arity, d and layer; params: arities, levels, channels.

    The share of a layer of n nodes above n k is 1/n: its rows have k of n k parts.
    """
    channels, rows, powers = params["channels"], [], []
    for arity in params["arities"]:
        first = []
        for levels in params["levels"]:
            d = arity**levels
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
        sizes = np.array([arity**of for of in params["levels"]], dtype=float)
        powers.append(stats.log_log_slope(sizes, np.array(first)))
    table = pd.DataFrame(rows)
    uneven = [
        np.abs(counts_of_rows(layer_mask(4, arity, channels, channels)) - arity * channels).max()
        for arity in params["arities"]
    ]
    farthest = float(np.abs(table["density"] - table["expected"]).max())
    statistics = {
        "difference": stats.exact(farthest),
        "first_layer_power": stats.exact(float(np.mean(powers))),
        "row_difference": stats.exact(float(max(uneven))),
    }
    return stats.Evaluation(table, statistics)
