"""Maps of attention, constructed and trained, and its mass on theory's keys."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.attention.history import read_history


@dataclass(frozen=True)
class _Theory:
    """Constructed layers on one sequence."""

    attention: Float32[np.ndarray, "layer token token"]
    wanted: Int64[np.ndarray, "layer token"]
    symbols: Int64[np.ndarray, "1"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per map, query and key: all constructed layers, and trained layers 1.

    The table has the first run of each training; statistics are over all runs.
    """
    theory = stats.read_dataclass(stats.single(inputs, "theory"), _Theory)
    maps = zip(theory.attention, theory.wanted, strict=True)
    frames = [
        _rows("theory", layer, *shown, int(theory.symbols[0]))
        for layer, shown in enumerate(maps, start=1)
    ]
    found = theory.attention.argmax(axis=-1) == theory.wanted
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "theory_found": stats.exact(float(found.mean()))
    }
    for data in ("mixture", "hard_only"):
        history = read_history(stats.single(inputs, data))
        keys, attention = right_keys(history.hidden), history.first_layer[history.best]
        frames.append(_rows(data, 1, attention[0], keys[0], history.hidden.shape[2]))
        masses = np.take_along_axis(attention, keys[..., None], axis=-1)[..., 0]
        mean = masses.astype(np.float64).mean(axis=1)
        statistics[f"{data}_mass"] = stats.MeanOf(mean, support=stats.SHARE)
    return stats.Evaluation(pd.concat(frames, ignore_index=True), statistics)


def right_keys(hidden: Int64[np.ndarray, "run fold symbol"]) -> Int64[np.ndarray, "run token"]:
    """Return the token (i, pi_i(j)) of each token (i, j)."""
    runs, folds, symbols = hidden.shape
    return np.asarray((hidden + np.arange(folds)[:, None] * symbols).reshape(runs, -1))


def _rows(
    source: str,
    layer: int,
    attention: Float32[np.ndarray, "token token"] | Float64[np.ndarray, "token token"],
    wanted: Int64[np.ndarray, " token"],
    symbols: int,
) -> pd.DataFrame:
    query, key = np.indices(attention.shape).reshape(2, -1)
    return pd.DataFrame(
        {
            "source": source,
            "layer": layer,
            "symbols": symbols,
            "query": query,
            "key": key,
            "weight": attention.reshape(-1).astype(np.float64),
            "wanted": (wanted[query] == key).astype(np.int64),
        }
    )
