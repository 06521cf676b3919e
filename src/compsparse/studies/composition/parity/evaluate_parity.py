"""Updates until a parity is learned, by the number of inputs, with intermediate labels or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.growth import growth_exponent, size_at_level

KINDS = ("mixture", "hard_only")
_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "accuracy": Float64[np.ndarray, "rate run look"],
    "validation": Float64[np.ndarray, "rate run look"],
}


@dataclass(frozen=True)
class Cell:
    """Parities of one degree k on d inputs."""

    degree: int
    inputs: int


@stats.evaluates
def run(inputs: stats.Inputs, *, cells: Sequence[Cell], learned: float) -> stats.Evaluation:
    """Return one row per degree, number of inputs, kind of data and run, and slopes in d.

    Args:
        cells: the task of each training.
        learned: accuracy that counts as learned.
    """
    frames = [
        _rows(kind, cell, path, learned)
        for kind in KINDS
        for cell, path in zip(cells, stats.many(inputs, kind), strict=True)
    ]
    table = pd.concat(frames, ignore_index=True)
    degrees = sorted({cell.degree for cell in cells})
    slopes = {
        (kind, degree): _slopes(
            table[(table["data"] == kind) & (table["degree"] == degree)], float(degree)
        )
        for kind in KINDS
        for degree in degrees
    }
    rises = slopes["hard_only", degrees[-1]] - slopes["hard_only", degrees[0]]
    return stats.Evaluation(
        table,
        {
            **{
                f"{kind}_slope_degree_{degree}": stats.MeanOf(found)
                for (kind, degree), found in slopes.items()
            },
            "hard_only_slope_rises": stats.MeanOf(rises),
        },
    )


def _slopes(rows: pd.DataFrame, search: float) -> Float64[np.ndarray, " run"]:
    """Return each run's slope in d, ``search`` if it does not learn with some d."""
    by_run = rows.pivot_table(index="run", columns="inputs", values="needed", dropna=False)
    places = by_run.columns.to_numpy(dtype=np.float64)
    waits = by_run.to_numpy(dtype=np.float64)
    return np.array([growth_exponent(places, wait, search) for wait in waits])


def _rows(kind: str, cell: Cell, path: Path, level: float) -> pd.DataFrame:
    arrays = stats.read_named_axes(path, _ARRAYS)
    steps, rates = arrays["step"], arrays["rate"]
    rows = []
    for run in range(arrays["accuracy"].shape[1]):
        waits = [size_at_level(steps, curves[run], level) for curves in arrays["validation"]]
        best = int(np.argmin(np.nan_to_num(waits, nan=np.inf)))
        wait = size_at_level(steps, arrays["accuracy"][best, run], level)
        rows.append(
            {
                "data": kind,
                "degree": cell.degree,
                "inputs": cell.inputs,
                "run": run,
                "rate": rates[best],
                "needed": wait,
                "at_least": wait if np.isfinite(wait) else float(steps[-1]),
                "accuracy": arrays["accuracy"][best, run, -1],
            }
        )
    return pd.DataFrame(rows)
