"""Has a scene a depth of its own, above which and below which networks mean less?

The best depth of each scene is chosen on one network and judged on another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.measures.measured import (
    Statistics,
    read_measures,
    share_ahead,
    shares_that_paint,
    with_excess,
)


@dataclass(frozen=True)
class ByDepth:
    """Values of one kind of networks; a network of each copy for each scene and depth."""

    depths: Int64[np.ndarray, " depth"]
    first: Float64[np.ndarray, "run depth"]
    second: Float64[np.ndarray, "run depth"]

    @property
    def best(self) -> Int64[np.ndarray, " run"]:
        """Place of the best depth of the first network of each scene."""
        return np.asarray(self.first.argmax(axis=1))

    def peak(self, apart: int) -> Float64[np.ndarray, " run"]:
        """Return how much better second networks are at the best depth than at others.

        Others are at least ``apart`` layers from it.
        """
        found = np.empty(len(self.first))
        for run, best in enumerate(self.best):
            far = np.abs(self.depths - self.depths[best]) >= apart
            found[run] = self.second[run, best] - self.second[run, far].mean()
        return found

    def over_common(self) -> Float64[np.ndarray, " run"]:
        """Return how much better second networks are at their own best depth than at a common one.

        The common depth is the best one on average over the first networks of all other scenes.
        """
        total = self.first.sum(axis=0)
        runs = np.arange(len(self.first))
        common = np.array([(total - values).argmax() for values in self.first])
        return np.asarray(self.second[runs, self.best] - self.second[runs, common])


def by_depth(table: pd.DataFrame, kind: str, measure: str) -> ByDepth:
    """Return the values of a measure of one kind of networks."""
    rows = table[table["kind"] == kind]
    first, second = (
        rows[rows["copy"] == copy].pivot(index="run", columns="depth", values=measure)
        for copy in ("first", "second")
    )
    return ByDepth(
        first.columns.to_numpy(dtype=np.int64), first.to_numpy(float), second.to_numpy(float)
    )


@stats.evaluates
def run(
    inputs: stats.Inputs, *, labels: Sequence[Mapping[str, Any]], paints: float, apart: int
) -> stats.Evaluation:
    """Return one row per network; statistics are of networks that chose no depth."""
    table = read_measures(stats.many(inputs, "measures"), labels, paints)
    table = with_excess(table, "depth", "copy")
    found: Statistics = shares_that_paint(table)
    for kind, measures in (
        ("similarity", ("survival", "excess")),
        ("dense", ("survival", "alignment")),
    ):
        for measure in measures:
            values = by_depth(table, kind, measure)
            compared = {"peak": values.peak(apart)}
            if kind == "similarity":
                compared["own_depth"] = values.over_common()
            for name, better in compared.items():
                found[f"{kind}_{name}_{measure}"] = stats.MeanOf(better)
                if measure == "survival":
                    found[f"{kind}_{name}_{measure}_ahead"] = share_ahead(better)
    return stats.Evaluation(table, found)
