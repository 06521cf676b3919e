"""How many labelled sequences the mixture needs, by k and N, and what hard data make of as many."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.composition.growth import growth, needed
from compsparse.studies.composition.samples.pools_history import PoolsHistory, read_pools


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per kind of data, task, run and pool, and slopes in N and in k.

    Params: learned, the accuracy that counts; folds and symbols of the task at which N and k are
    varied.
    """
    k, n = params["folds"], params["symbols"]
    trained = [read_pools(path) for path in stats.many(inputs, "mixture")]
    alone = read_pools(stats.single(inputs, "hard_only"))
    by_symbols = sorted((of for of in trained if of.folds == k), key=lambda of: of.symbols)
    by_folds = sorted((of for of in trained if of.symbols == n), key=lambda of: of.folds)
    symbols = np.array([of.symbols for of in by_symbols], dtype=np.float64)
    folds = np.array([of.folds for of in by_folds], dtype=np.float64)
    level = params["learned"]
    excess = alone.accuracy - alone.chance
    statistics = {
        "slope_symbols": stats.MeanOf(_slopes(symbols, by_symbols, level, float(k))),
        "slope_folds": stats.MeanOf(
            _slopes(folds, by_folds, level, float(stats.log_log_slope(folds, n**folds)))
        ),
        "largest_pool_accuracy": stats.MeanOf(
            np.min([of.accuracy[:, -1] for of in trained], axis=0), support=stats.SHARE
        ),
        "hard_only_excess": stats.MeanOf(excess[:, :-1].mean(axis=1)),
        "hard_only_excess_largest": stats.MeanOf(excess[:, -1]),
    }
    rows = [_rows("mixture", of, level) for of in trained] + [_rows("hard_only", alone, level)]
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)


def _slopes(
    places: Float64[np.ndarray, " place"], trained: list[PoolsHistory], level: float, search: float
) -> Float64[np.ndarray, " run"]:
    """Return each run's slope of what it needs."""
    found = np.array([[needed(of.pool, run, level) for run in of.accuracy] for of in trained])
    return np.array([growth(places, of_run, search) for of_run in found.T])


def _rows(data: str, history: PoolsHistory, level: float) -> pd.DataFrame:
    run, pool = np.indices(history.accuracy.shape).reshape(2, -1)
    sizes = np.array([needed(history.pool, of, level) for of in history.accuracy])
    return pd.DataFrame(
        {
            "data": data,
            "folds": history.folds,
            "symbols": history.symbols,
            "run": run,
            "pool": history.pool[pool],
            "step": history.step.reshape(-1),
            "accuracy": history.accuracy.reshape(-1),
            "chance": history.chance,
            "needed": sizes[run],
        }
    )
