"""What models say of seen and held-out combinations, at the rate that validation chose."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.studies.experts.learning.methods import METHODS, Method
from workflow_engine.artifacts.named_axes import read_named_axes

SOLVED = 0.1  # of the variance: ten times less than the mean of the target leaves
Cells = Sequence[Mapping[str, Any]]  # of models: what they are about, by column, and their methods


def chosen_errors(cells: Cells, paths: Sequence[Path]) -> pd.DataFrame:
    """Return a row for each model, method, run, fold and combination.

    Columns are those of the cells, method, run, fold, combination, held_out, ``error``, over the
    variance of the target, ``path``, which experts the combination goes by, ``chosen``, the rate,
    ``at_edge``, whether it is the first or last of its grid, and ``parameters``.
    """
    tables = []
    for cell, path in zip(cells, paths, strict=True):
        about = {name: value for name, value in cell.items() if name != "methods"}
        for place, method in enumerate(cell["methods"]):
            tables.append(_of_method(path, method, place).assign(**about, method=method))
    return pd.concat(tables, ignore_index=True)


def _of_method(path: Path, method: Method, place: int) -> pd.DataFrame:
    found = read_named_axes(
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
    groups = logs.groupby(keys, sort=False)
    means = logs.pivot_table(index=keys, columns="held_out", values="log", sort=False).apply(np.exp)
    table = groups.agg(
        solved=("solved", "sum"),
        paths=("path", "nunique"),
        chosen=("chosen", "first"),
        at_edge=("at_edge", "first"),
        parameters=("parameters", "first"),
    )
    named = means.rename(columns={False: "seen", True: "held_out"})
    return pd.DataFrame(named.join(table).reset_index())


def log_ratio(
    table: pd.DataFrame, column: str, method: str, other: str
) -> Float64[np.ndarray, " run"]:
    """Return for each run the log of the ratio of two methods' errors, a mean over its rows."""
    logs = table.assign(log=np.log(table[column]))
    wide = logs.pivot_table(index="run", columns="method", values="log")
    return (wide[method] - wide[other]).to_numpy()


def edge_note(table: pd.DataFrame) -> str:
    """Say of which methods the chosen rate is at the edge of its grid, and how often."""
    counted = table[table["at_edge"]].groupby("method").size()
    if counted.empty:
        return "All chosen rates lie within their grids."
    listed = ", ".join(f"{WORDS[str(name)]} {count}" for name, count in counted.items())
    return (
        f"Rates at the edge of their grid: {listed} of {len(table) // table['method'].nunique()}."
    )


WORDS: dict[str, str] = dict(
    zip(
        METHODS,
        (
            "own code, experts",
            "all codes, experts",
            "all codes, sparse router",
            "next code, experts",
            "one layer of L E experts",
            "one layer of E^L experts",
            "the same, without limit",
            "own code, no experts",
            "all codes, no experts",
        ),
        strict=True,
    )
)
