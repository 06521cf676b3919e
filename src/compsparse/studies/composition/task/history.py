"""Trainings at several learning rates, and what they reach at the one that validation chooses."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats


@dataclass(frozen=True)
class History:
    """A training's file: accuracy of 1, 2, 4, ... hops, or symbols of an automaton's word.

    Attributes:
        step: updates before each look.
        accuracy: on sequences that select nothing.
        validation: on those that select a rate.
    """

    step: Int64[np.ndarray, " look"]
    rate: Float64[np.ndarray, " rate"]
    accuracy: Float64[np.ndarray, "rate run look hop"]
    validation: Float64[np.ndarray, "rate run look hop"]

    @cached_property
    def best(self) -> int:
        """Index of the rate with the best final mean validation accuracy of the longest hop."""
        return int(self.validation[:, :, -1, -1].mean(axis=1).argmax())

    @property
    def curves(self) -> Float64[np.ndarray, "run look hop"]:
        """Accuracy at the best rate."""
        return np.asarray(self.accuracy[self.best])

    @property
    def final(self) -> Float64[np.ndarray, "run hop"]:
        """The same at the end."""
        return self.curves[:, -1]

    def in_order(self, learned: float) -> Float64[np.ndarray, " run"]:
        """Return 1 for each run that learns all hops, shorter ones strictly before longer ones.

        Document 003, Part II, 'Learning with data mixture'; a hop is learned at that accuracy.
        """
        reached = np.asarray(self.curves >= learned)
        first = np.where(np.any(reached, axis=1), reached.argmax(axis=1), len(self.step))
        ordered = np.all(np.diff(first, axis=1) > 0, axis=1)
        everything = np.all(np.any(reached, axis=1), axis=1)
        return np.asarray(ordered & everything, dtype=np.float64)

    def table(self, **labels: object) -> pd.DataFrame:
        """Return one row per run, look and hop at the best rate, with labels of the training."""
        run, look, hop = np.indices(self.curves.shape).reshape(3, -1)
        return pd.DataFrame(
            {
                **labels,
                "rate": self.rate[self.best],
                "run": run,
                "hops": 2**hop,
                "step": self.step[look],
                "accuracy": self.curves.reshape(-1),
            }
        )


@dataclass(frozen=True)
class TaskHistory(History):
    """A training on k-fold composition."""

    hidden: Int64[np.ndarray, "run fold symbol"]

    @property
    def chance(self) -> float:
        """Accuracy of a guess."""
        return 1.0 / int(self.hidden.shape[2])

    def table(self, **labels: object) -> pd.DataFrame:
        """Return the same with ``chance``."""
        return super().table(**labels).assign(chance=self.chance)

    def last(self, **labels: object) -> pd.DataFrame:
        """Return the rows of the last look."""
        table = self.table(**labels)
        rows: pd.DataFrame = table[table["step"] == self.step[-1]]
        return rows


def read_rates(paths: Sequence[Path]) -> TaskHistory:
    """Read trainings at one rate each, all else equal, as one; ``ArtifactError`` if one is not."""
    trained = [stats.read_dataclass(path, TaskHistory) for path in paths]
    by_rate = {
        name: np.concatenate([getattr(history, name) for history in trained])
        for name in ("rate", "accuracy", "validation")
    }
    return replace(trained[0], **by_rate)
