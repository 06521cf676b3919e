"""The best depth of each scene, chosen on one network and judged on another."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64


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
