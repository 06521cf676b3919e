"""Differences between networks that differ in one thing: same target, count and seed."""

from collections.abc import Sequence

import pandas as pd

KEYS = ["target", "level", "run"]


def select(networks: pd.DataFrame, kind: str, training: str, column: str) -> "pd.Series[float]":
    """Return a column of the networks of a method and training, by target, level and run."""
    chosen = networks[(networks["kind"] == kind) & (networks["training"] == training)]
    return chosen.set_index(KEYS)[column]


def differences(
    networks: pd.DataFrame, kind: str, others: Sequence[str], training: str, column: str
) -> "pd.Series[float]":
    """Return each run's mean difference between a method and the mean of others.

    The mean is over the targets and levels where no method lacks a value.
    """
    rest = pd.concat([select(networks, other, training, column) for other in others], axis=1)
    difference = select(networks, kind, training, column) - rest.mean(axis=1, skipna=False)
    return difference.dropna().groupby(level="run").mean()
