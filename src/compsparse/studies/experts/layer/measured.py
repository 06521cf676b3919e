"""Errors and loads of layers, at the rate that validation chose."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from workflow_engine.artifacts.named_axes import read_named_axes


def chosen_layers(kinds: Sequence[str], paths: Sequence[Path], arms: Sequence[str]) -> pd.DataFrame:
    """Return a row for each target, arm and run.

    Columns: kind, arm, run; ``error``, over the variance of the target; ``load``, the largest share
    of inputs over the mean one of the routed experts, and ``unused``, how many never receive an
    input, both without value of dense layers; ``chosen``, the rate; ``at_edge``, whether it is the
    first or last of its grid.
    """
    tables = []
    for kind, path in zip(kinds, paths, strict=True):
        for arm in arms:
            wanted: dict[str, Any] = {
                f"test_{arm}": Float64[np.ndarray, "run rate"],
                f"validation_{arm}": Float64[np.ndarray, "run rate"],
                "rates": Float64[np.ndarray, " rate"],
                f"load_{arm}": Float64[np.ndarray, "run expert"],
            }
            found = read_named_axes(path, wanted, optional=[f"load_{arm}"])
            test, rates = found[f"test_{arm}"], found["rates"]
            best = found[f"validation_{arm}"].argmin(axis=1)
            load = found.get(f"load_{arm}", np.full((len(test), 1), np.nan))
            columns = {
                "kind": kind,
                "arm": arm,
                "run": np.arange(len(test)),
                "error": test[np.arange(len(test)), best],
                "load": load.max(axis=1) / load.mean(axis=1),
                "unused": np.where(np.isnan(load).any(axis=1), np.nan, (load == 0).sum(axis=1)),
                "chosen": rates[best],
                "at_edge": np.isin(best, (0, len(rates) - 1)),
            }
            tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True)


def log_ratio(
    table: pd.DataFrame, kind: str, arm: str, other: str, column: str = "error"
) -> Float64[np.ndarray, " run"]:
    """Return for each run the log of the ratio of two arms' errors, or of another column."""
    chosen = table[table["kind"] == kind]
    wide = np.log(chosen.pivot(index="run", columns="arm", values=column))
    return np.asarray(wide[arm] - wide[other])


WORDS = {
    "dense_active": "dense, equal active weights",
    "coarse": "few large experts",
    "fine": "many small experts",
    "shared": "many small, one shared",
    "dense_total": "dense, equal total weights",
}
