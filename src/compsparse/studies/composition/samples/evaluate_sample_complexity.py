"""How many labelled sequences the mixture needs, by k and N, and what hard data alone reach."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.composition.growth import growth_exponent, size_at_level
from compsparse.studies.composition.samples.pools_history import PoolsHistory, read_pools


@stats.evaluates
def run(inputs: stats.Inputs, *, folds: int, symbols: int, learned: float) -> stats.Evaluation:
    """Return one row per kind of data, task, run and pool, and slopes in N and in k.

    Args:
        folds: k of the task of both lines, at which N is varied.
        symbols: N of that task, at which k is varied.
        learned: accuracy that counts as learned.
    """
    trained = [read_pools(path) for path in stats.many(inputs, "mixture")]
    alone = read_pools(stats.single(inputs, "hard_only"))
    by_symbols = sorted((h for h in trained if h.folds == folds), key=lambda h: h.symbols)
    by_folds = sorted((h for h in trained if h.symbols == symbols), key=lambda h: h.folds)
    n = np.array([history.symbols for history in by_symbols], dtype=np.float64)
    k = np.array([history.folds for history in by_folds], dtype=np.float64)
    search = float(stats.log_log_slope(k, symbols**k))
    largest = np.min([history.accuracy[:, -1] for history in trained], axis=0)
    excess = alone.accuracy - alone.chance
    statistics = {
        "slope_symbols": stats.MeanOf(_slopes(n, by_symbols, learned, float(folds))),
        "slope_folds": stats.MeanOf(_slopes(k, by_folds, learned, search)),
        "largest_pool_accuracy": stats.MeanOf(largest, support=stats.SHARE),
        "hard_only_excess": stats.MeanOf(excess[:, :-1].mean(axis=1)),
        "hard_only_excess_largest": stats.MeanOf(excess[:, -1]),
    }
    rows = [_rows("mixture", history, learned) for history in trained]
    rows.append(_rows("hard_only", alone, learned))
    return stats.Evaluation(pd.concat(rows, ignore_index=True), statistics)


def _slopes(
    places: Float64[np.ndarray, " place"], trained: list[PoolsHistory], level: float, search: float
) -> Float64[np.ndarray, " run"]:
    """Return each run's slope of the sequences that it needs."""
    found = np.array(
        [[size_at_level(h.pool, curve, level) for curve in h.accuracy] for h in trained]
    )
    return np.array([growth_exponent(places, sizes, search) for sizes in found.T])


def _rows(data: str, history: PoolsHistory, level: float) -> pd.DataFrame:
    run, pool = np.indices(history.accuracy.shape).reshape(2, -1)
    sizes = np.array([size_at_level(history.pool, curve, level) for curve in history.accuracy])
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
