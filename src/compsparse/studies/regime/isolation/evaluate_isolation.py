"""Does architecture explain more of compositionality at matched error than training does?

Factors of training are varied one at a time around a centre, each at all depths and wirings. The
measure is the excess over dense networks of the same depth and error.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.isolation.variance import variance_shares
from compsparse.studies.regime.known_means import Statistics, known_mean
from compsparse.studies.regime.scores.excess import with_nearest_excess, with_references
from compsparse.studies.regime.scores.stored import DepthKind, read_labelled

CENTRE = "centre"
MEASURES = ("alignment", "score")
_NEAR = 0.1  # largest distance in decades of the error from the range of the references


@dataclass(frozen=True)
class VariantLabels:
    """Labels of the networks of one way of training."""

    depth: int
    factor: str
    variant: str
    wiring: str


@stats.evaluates
def run(
    inputs: stats.Inputs, *, networks: Sequence[VariantLabels], references: Sequence[DepthKind]
) -> stats.Evaluation:
    """Return one row per network, trained and reference, with its excess.

    Args:
        networks: the central training has the factor ``centre``.
    """
    trained = read_labelled(stats.many(inputs, "networks"), networks)
    dense = read_labelled(stats.many(inputs, "references"), references)
    judged = with_nearest_excess(trained, dense, ["depth"], MEASURES)
    statistics: Statistics = {
        "comparable": stats.exact(float((judged["beyond"].abs() <= _NEAR).mean()), len(judged))
    }
    found = pd.DataFrame(variance_by_factor(judged))
    for (factor, measure), rows in found.groupby(["factor_name", "measure"], sort=False):
        statistics |= known_mean(f"over_{factor}_{measure}", rows["architecture"] - rows["factor"])
    return stats.Evaluation(with_references(judged, dense), statistics)


def variance_by_factor(networks: pd.DataFrame) -> Iterator[dict[str, object]]:
    """Yield the fractions of variance explained in each factor's design, by measure and seed."""
    for factor in dict.fromkeys(networks["factor"]):
        if factor == CENTRE:
            continue
        design = networks[networks["factor"].isin([CENTRE, factor])]
        for measure in MEASURES:
            for seed, rows in design.groupby("run"):
                values = _design(rows, f"excess_{measure}")
                yield {
                    "factor_name": factor,
                    "measure": measure,
                    "run": seed,
                    **variance_shares(values),
                }


def _design(rows: pd.DataFrame, column: str) -> np.ndarray:
    """Return the values by setting, depth and wiring."""
    axes = ["variant", "depth", "wiring"]
    values = rows.set_index(axes)[column].sort_index()
    sizes = [rows[axis].nunique() for axis in axes]
    if len(values) != np.prod(sizes) or values.index.has_duplicates:
        raise ValueError(
            f"The design has {len(values)} networks of a seed; needed is one for each of "
            f"{' x '.join(map(str, sizes))} variants, depths and wirings."
        )
    return values.to_numpy(dtype=np.float64).reshape(sizes)
