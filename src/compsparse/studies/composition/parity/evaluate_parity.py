"""Updates until a parity is learned, by the number of inputs, with intermediate labels or none."""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.growth import growth, needed

KINDS = ("mixture", "hard_only")
_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "accuracy": Float64[np.ndarray, "rate run look"],
    "validation": Float64[np.ndarray, "rate run look"],
}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per degree, number of inputs, kind of data and run, and slopes in d.

    Params: cells, degree and inputs of each training; learned, the accuracy that counts.
    """
    frames = [
        _rows(kind, cell, path, params["learned"])
        for kind in KINDS
        for cell, path in zip(params["cells"], stats.many(inputs, kind), strict=True)
    ]
    table = pd.concat(frames, ignore_index=True)
    statistics: dict[str, stats.MeanOf] = {}
    hard: dict[int, Float64[np.ndarray, " run"]] = {}
    for degree in sorted(set(table["degree"])):
        rows = table[table["degree"] == degree]
        # what hard data alone do not reach counts as reached with the last update: a lower bound
        mixture = _slopes(rows[rows["data"] == "mixture"], "needed", float(degree))
        alone = _slopes(rows[rows["data"] == "hard_only"], "at_least", float(degree))
        statistics[f"mixture_slope_degree_{degree}"] = stats.MeanOf(mixture)
        statistics[f"hard_only_slope_degree_{degree}"] = stats.MeanOf(alone)
        statistics[f"slope_gap_degree_{degree}"] = stats.MeanOf(alone - mixture)
        hard[degree] = alone
    statistics["hard_only_slope_rises"] = stats.MeanOf(hard[max(hard)] - hard[min(hard)])
    reached = table[table["data"] == "mixture"].groupby("run")["needed"]
    learned = reached.apply(lambda of: float(np.isfinite(of).mean())).to_numpy()
    statistics["mixture_learned"] = stats.MeanOf(learned, support=stats.SHARE)
    return stats.Evaluation(table, statistics)


def _slopes(rows: pd.DataFrame, column: str, search: float) -> Float64[np.ndarray, " run"]:
    """Return each run's slope in d."""
    by_run = rows.pivot_table(index="run", columns="inputs", values=column, dropna=False)
    places = by_run.columns.to_numpy(dtype=np.float64)
    return np.array([growth(places, of, search) for of in by_run.to_numpy(dtype=np.float64)])


def _rows(kind: str, cell: dict[str, int], path: Path, level: float) -> pd.DataFrame:
    arrays = stats.read_named_axes(path, _ARRAYS)
    steps, rates = arrays["step"], arrays["rate"]
    rows = []
    for run in range(arrays["accuracy"].shape[1]):
        waits = [needed(steps, of[run], level) for of in arrays["validation"]]
        best = int(np.argmin(np.nan_to_num(waits, nan=np.inf)))
        wait = needed(steps, arrays["accuracy"][best, run], level)
        rows.append(
            {
                "data": kind,
                "degree": cell["degree"],
                "inputs": cell["inputs"],
                "run": run,
                "rate": rates[best],
                "needed": wait,
                "at_least": wait if np.isfinite(wait) else float(steps[-1]),
                "accuracy": arrays["accuracy"][best, run, -1],
            }
        )
    return pd.DataFrame(rows)
