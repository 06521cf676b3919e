"""Differences between networks that differ in one thing: same target, count and seed."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

KEYS = ["target", "level", "run"]


def of_kind(networks: pd.DataFrame, kind: str, training: str, column: str) -> pd.Series:
    """Return a column of the networks of a method and training, by target, level and run."""
    chosen = networks[(networks["kind"] == kind) & (networks["training"] == training)]
    return chosen.set_index(KEYS)[column]


def over(
    networks: pd.DataFrame, kind: str, others: Sequence[str], training: str, column: str
) -> Float64[np.ndarray, " run"]:
    """Return each run's mean difference between a method and the mean of others."""
    # over targets and levels, where no value of the method or of any of the others is missing
    one = of_kind(networks, kind, training, column)
    rest = pd.concat([of_kind(networks, other, training, column) for other in others], axis=1)
    difference = (one - rest.mean(axis=1, skipna=False)).dropna()
    return difference.groupby(level="run").mean().to_numpy(dtype=np.float64)
