"""How many labelled sequences the mixture needs, by k and N, and what hard data alone reach."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.growth import growth_exponent, size_at_level


@dataclass(frozen=True)
class PoolsHistory:
    """A file of trainings on pools of several sizes, of one task and one kind of data.

    Attributes:
        pool: sizes, increasing.
        rate: of each choice, as ``scale``, that of the initial weights.
        accuracy: of the longest hop, on sequences that select nothing.
        validation: on those that select a choice and a look.
    """

    pool: Int64[np.ndarray, " pool"]
    step: Int64[np.ndarray, " look"]
    rate: Float64[np.ndarray, " choice"]
    scale: Float64[np.ndarray, " choice"]
    accuracy: Float64[np.ndarray, "pool choice run look"]
    validation: Float64[np.ndarray, "pool choice run look"]
    hidden: Int64[np.ndarray, "run fold symbol"]

    @property
    def folds(self) -> int:
        """Return k."""
        return int(self.hidden.shape[1])

    @property
    def symbols(self) -> int:
        """Return N."""
        return int(self.hidden.shape[2])

    @property
    def chance(self) -> float:
        """Accuracy of a guess."""
        return 1.0 / self.symbols

    @cached_property
    def _best(self) -> Int64[np.ndarray, "run pool"]:
        """Choice and look, the first among equals, as an index into both together."""
        return np.asarray(_together(self.validation).argmax(axis=-1))

    @property
    def reached(self) -> Float64[np.ndarray, "run pool"]:
        """Accuracy at the choice and look with the best validation accuracy."""
        accuracy = _together(self.accuracy)
        return np.take_along_axis(accuracy, self._best[..., None], axis=-1)[..., 0]

    @property
    def updates(self) -> Int64[np.ndarray, "run pool"]:
        """Updates before that look."""
        return np.asarray(self.step[self._best % len(self.step)])


def _together(
    values: Float64[np.ndarray, "pool choice run look"],
) -> Float64[np.ndarray, "run pool choice_and_look"]:
    pools, _, runs, _ = values.shape
    return values.transpose(2, 0, 1, 3).reshape(runs, pools, -1)


@stats.evaluates
def run(inputs: stats.Inputs, *, folds: int, symbols: int, learned: float) -> stats.Evaluation:
    """Return one row per kind of data, task, run and pool, and slopes in N and in k.

    Args:
        folds: k of the task of both lines, at which N is varied.
        symbols: N of that task, at which k is varied.
        learned: accuracy that counts as learned.
    """
    paths = stats.many(inputs, "mixture")
    trained = [stats.read_dataclass(path, PoolsHistory) for path in paths]
    alone = stats.read_dataclass(stats.single(inputs, "hard_only"), PoolsHistory)
    by_symbols = sorted((h for h in trained if h.folds == folds), key=lambda h: h.symbols)
    by_folds = sorted((h for h in trained if h.symbols == symbols), key=lambda h: h.folds)
    n = np.array([history.symbols for history in by_symbols], dtype=np.float64)
    k = np.array([history.folds for history in by_folds], dtype=np.float64)
    search = float(stats.log_log_slope(k, symbols**k))
    largest = np.min([history.reached[:, -1] for history in trained], axis=0)
    excess = alone.reached - alone.chance
    statistics = {
        "slope_symbols": stats.MeanOf(_slopes(n, by_symbols, learned, float(folds))),
        "slope_folds": stats.MeanOf(_slopes(k, by_folds, learned, search)),
        "largest_pool_accuracy": stats.MeanOf(largest, support=stats.SHARE),
        "hard_only_excess_largest": stats.MeanOf(excess[:, -1]),
    }
    rows = [_rows("mixture", history, learned) for history in trained]
    rows.append(_rows("hard_only", alone, learned))
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)


def _needed(history: PoolsHistory, level: float) -> Float64[np.ndarray, " run"]:
    """Return the sequences that each run needs."""
    return np.array([size_at_level(history.pool, curve, level) for curve in history.reached])


def _slopes(
    places: Float64[np.ndarray, " place"], trained: list[PoolsHistory], level: float, search: float
) -> Float64[np.ndarray, " run"]:
    """Return each run's slope of the sequences that it needs."""
    needed = np.stack([_needed(history, level) for history in trained], axis=1)
    return np.array([growth_exponent(places, sizes, search) for sizes in needed])


def _rows(data: str, history: PoolsHistory, level: float) -> pd.DataFrame:
    run, pool = np.indices(history.reached.shape).reshape(2, -1)
    return pd.DataFrame(
        {
            "data": data,
            "folds": history.folds,
            "symbols": history.symbols,
            "run": run,
            "pool": history.pool[pool],
            "step": history.updates.reshape(-1),
            "accuracy": history.reached.reshape(-1),
            "chance": history.chance,
            "needed": _needed(history, level)[run],
        }
    )
