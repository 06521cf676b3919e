"""Counts of pieces against E^L and L E, and what L E pieces leave of the variance."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class Pieces:
    """What ``generate_pieces`` writes.

    Attributes:
        counted: rows of E, L, the pieces of L routed layers, and those of one of L E experts.
        sizes: E and L of what is approximated by L E pieces.
        constants: the share of the variance that is left of constants, and ``maps`` of maps.
    """

    counted: Int64[np.ndarray, "count 4"]
    sizes: Int64[np.ndarray, "size 2"]
    constants: Float64[np.ndarray, " size"]
    maps: Float64[np.ndarray, "run size"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return a row for each count, and for each run and size that was approximated."""
    found = stats.read_dataclass(stats.single(inputs, "pieces"), Pieces)
    experts, layers, deep, flat = found.counted.T
    counts = pd.DataFrame({"experts": experts, "layers": layers, "deep": deep, "flat": flat})
    sizes = pd.DataFrame(found.sizes, columns=["experts", "layers"])
    sizes["constants"] = found.constants
    left = [sizes.assign(run=run, maps=errors) for run, errors in enumerate(found.maps)]
    squares = found.constants * found.sizes.prod(axis=1) ** 2
    return stats.Evaluation(
        pd.concat([counts.assign(run=0), *left], ignore_index=True),
        {
            "wrong_deep_counts": stats.exact(float((deep != experts**layers).sum())),
            "wrong_flat_counts": stats.exact(float((flat != experts * layers).sum())),
            "constants_error_times_square": stats.exact(float(squares.max())),
            "maps_error": stats.MeanOf(found.maps.mean(axis=1), stats.SHARE),
        },
    )
