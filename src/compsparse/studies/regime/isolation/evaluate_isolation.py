"""Does the architecture explain more of compositionality at matched error than training does?

Factors of training are varied one at a time around a centre, each at all depths and wirings. What
is compared is the excess over dense networks of the same depth and error.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.isolation.variance import variance_shares
from compsparse.studies.regime.scores.nearest_excess import with_nearest_excess
from compsparse.studies.regime.scores.stored import read_scores

CENTRE = "centre"
MEASURES = ("alignment", "score")
_NEAR = 0.1  # decades of the error beyond all references up to which a network is comparable


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network, trained and reference, with its excess.

    Params: networks, the labels depth, wiring, variant and factor of each file of scores, where the
    centre has the factor ``centre``; references, the labels depth and kind.
    """
    networks, references = (
        pd.concat(
            [
                read_scores(path, label)
                for path, label in zip(stats.many(inputs, name), params[name], strict=True)
            ],
            ignore_index=True,
        )
        for name in ("networks", "references")
    )
    judged = with_nearest_excess(networks, references, ["depth"], MEASURES)
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "comparable": stats.exact(float((judged["beyond"].abs() <= _NEAR).mean()), len(judged))
    }
    found = pd.DataFrame(shares_of(judged))
    for (factor, measure), rows in found.groupby(["factor_name", "measure"], sort=False):
        over = (rows["architecture"] - rows["factor"]).dropna().to_numpy(dtype=np.float64)
        if len(over):
            statistics[f"over_{factor}_{measure}"] = stats.MeanOf(over)
    table = pd.concat(
        [judged.assign(reference=False), references.assign(reference=True)], ignore_index=True
    )
    return stats.Evaluation(table, statistics)


def shares_of(networks: pd.DataFrame) -> Iterator[dict[str, object]]:
    """Yield the shares of the variance of each factor's design, measure and seed."""
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
