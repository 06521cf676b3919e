"""What models say at the rate that validation chose, and how they are compared."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.experts.learning.methods import Method

SOLVED = 0.1  # of the variance: ten times less than the mean of the target leaves
Cells = Sequence[Mapping[str, Any]]  # of models: what they are about, by column, and their methods


def chosen_errors(cells: Cells, inputs: stats.Inputs) -> pd.DataFrame:
    """Return a row for each model, method, run, fold and combination.

    Columns are those of the cells, method, run, fold, combination, held_out, ``error``, over the
    variance of the target, ``path``, which experts the combination goes by, ``chosen``, the rate,
    ``at_edge``, whether it is the first or last of its grid, and ``parameters``.
    """
    tables = []
    for cell, path in zip(cells, stats.many(inputs, "models"), strict=True):
        about = {name: value for name, value in cell.items() if name != "methods"}
        for place, method in enumerate(cell["methods"]):
            tables.append(_of_method(path, method, place).assign(**about, method=method))
    return pd.concat(tables, ignore_index=True)


def _of_method(path: Path, method: Method, place: int) -> pd.DataFrame:
    found = stats.read_named_axes(
        path,
        {
            f"test_{method}": Float64[np.ndarray, "run fold rate combination"],
            f"validation_{method}": Float64[np.ndarray, "run fold rate"],
            f"path_{method}": Int64[np.ndarray, "run fold combination"],
            "held_out": Bool[np.ndarray, "run fold combination"],
            "rates": Float64[np.ndarray, " rate"],
            "parameters": Int64[np.ndarray, " method"],
        },
    )
    best = found[f"validation_{method}"].argmin(axis=2)[..., None]
    error = np.take_along_axis(found[f"test_{method}"], best[..., None], axis=2)[:, :, 0]
    axes = np.indices(error.shape).reshape(3, -1)
    rates = found["rates"]
    chosen = np.broadcast_to(rates[best], error.shape).ravel()
    return pd.DataFrame(
        {
            **dict(zip(("run", "fold", "combination"), axes, strict=True)),
            "held_out": found["held_out"].ravel(),
            "error": error.ravel(),
            "path": found[f"path_{method}"].ravel(),
            "chosen": chosen,
            "at_edge": np.isin(chosen, (rates[0], rates[-1])),
            "parameters": found["parameters"][place],
        }
    )


def summarized(errors: pd.DataFrame, *about: str) -> pd.DataFrame:
    """Return a row for each model, method, run and fold, of the columns ``about`` and these.

    ``seen`` and ``held_out`` are geometric means of errors over combinations, ``solved`` and
    ``paths`` how many combinations have an error of a tenth at most, and go by different experts.
    """
    keys = [*about, "method", "run", "fold"]
    logs = errors.assign(log=np.log(errors["error"]), solved=errors["error"] <= SOLVED)
    means = logs.pivot_table(index=keys, columns="held_out", values="log", sort=False).apply(np.exp)
    equal = {name: (name, "first") for name in ("chosen", "at_edge", "parameters")}
    counts = {"solved": ("solved", "sum"), "paths": ("path", "nunique")}
    table = logs.groupby(keys, sort=False).agg(**counts, **equal)
    named = means.rename(columns={False: "seen", True: "held_out"})
    return pd.DataFrame(named.join(table).reset_index())


def chosen_arms(path: Path, arms: Sequence[str], *kinds: str) -> pd.DataFrame:
    """Return a row for each arm and run.

    Columns: arm, run, errors of these kinds, ``chosen``, the rate, and ``at_edge``, whether it is
    the first or last of its grid.
    """
    tables = []
    for arm in arms:
        wanted: dict[str, Any] = {"rates": Float64[np.ndarray, " rate"]}
        for kind in ("validation", *kinds):
            wanted[f"{kind}_{arm}"] = Float64[np.ndarray, "run rate"]
        found = stats.read_named_axes(path, wanted)
        best = found[f"validation_{arm}"].argmin(axis=1)
        run = np.arange(len(best))
        table = pd.DataFrame({"arm": arm, "run": run})
        for kind in kinds:
            table[kind] = found[f"{kind}_{arm}"][run, best]
        at_edge = np.isin(best, (0, len(found["rates"]) - 1))
        tables.append(table.assign(chosen=found["rates"][best], at_edge=at_edge))
    return pd.concat(tables, ignore_index=True)


def log_ratio(table: pd.DataFrame, column: str, name: str, by: str = "method") -> stats.MeanOf:
    """Return for each run the log of the ratio of a column, a mean over its rows.

    The name says of which values of the column ``by``: ``free_over_own``.
    """
    one, other = name.split("_over_")
    logs = table.assign(log=np.log(table[column]))
    wide = logs.pivot_table(index="run", columns=by, values="log")
    return stats.MeanOf((wide[one] - wide[other]).to_numpy())
