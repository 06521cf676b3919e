"""Counts of pieces against E^L and L E, and what L E pieces leave of the variance."""

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.experts.pieces.approximation import Pieces


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return a row for each count, and for each run and size that was approximated."""
    found = stats.read_dataclass(stats.single(inputs, "pieces"), Pieces)
    experts, layers, deep, flat = found.counted.T
    counts = pd.DataFrame({"experts": experts, "layers": layers, "deep": deep, "flat": flat})
    rows = [
        {"experts": codes, "layers": depth, "run": run, "constants": constant, "maps": error}
        for run, errors in enumerate(found.maps)
        for (codes, depth), constant, error in zip(
            found.sizes, found.constants, errors, strict=True
        )
    ]
    squares = found.constants * found.sizes.prod(axis=1) ** 2
    return stats.Evaluation(
        pd.concat([counts.assign(run=0), pd.DataFrame(rows)], ignore_index=True),
        {
            "wrong_deep_counts": stats.exact(float((deep != experts**layers).sum())),
            "wrong_flat_counts": stats.exact(float((flat != experts * layers).sum())),
            "constants_error_times_square": stats.exact(float(squares.max())),
            "maps_error": stats.MeanOf(found.maps.mean(axis=1), stats.SHARE),
        },
    )
