"""Rows of a network's needs and kept shares, and what claims take from them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.transformer.kept import NOT_PRUNABLE, kept_share

_BY_TASK = Float64[np.ndarray, "run task"]
SCORES = {"validation": _BY_TASK, "test": _BY_TASK, "rate": _BY_TASK}


def needs(params: stats.Params, dense: list[Path], without: list[Path]) -> pd.DataFrame:
    """Return a row for each run, number of outputs and task.

    Columns kind, arity, outputs, run; dense and without, validation accuracies; without_rate, at
    that the latter was reached; needs_mlp, whether it falls short of the dense one; group and task,
    where the network is found.
    """
    return pd.DataFrame(list(_needs(params, dense, without)))


def _needs(
    params: stats.Params, dense: list[Path], without: list[Path]
) -> Iterator[dict[str, Any]]:
    files = zip(params["groups"], dense, without, strict=True)
    for group, (of, *paths) in enumerate(files):
        of_dense, of_without = (stats.read_named_axes(path, SCORES) for path in paths)
        rates = of_without["rate"]
        both = zip(of_dense["validation"], of_without["validation"], strict=True)
        for run, (with_mlp, without_mlp) in enumerate(both):
            for task, description in enumerate(of["tasks"]):
                yield {
                    **description,
                    "outputs": of["outputs"],
                    "run": run,
                    "dense": with_mlp[task],
                    "without": without_mlp[task],
                    "without_rate": rates[run, task],
                    "needs_mlp": bool(with_mlp[task] - without_mlp[task] > params["tolerance"]),
                    "group": group,
                    "task": task,
                }


def with_kept(
    table: pd.DataFrame, pruned: Sequence[Mapping[str, np.ndarray]], tolerance: float
) -> pd.DataFrame:
    """Return the rows with columns kept, status and lost.

    Args:
        table: of ``needs``.
        pruned: for each group, density [density], validation and test [run, task, density].
        tolerance: what may be lost on validation.

    ``lost`` is what is lost on the test data at the lowest density that validation allows.
    """
    found = []
    for group, run, task in table[["group", "run", "task"]].to_numpy().tolist():
        of = pruned[group]
        kept = kept_share(of["density"], of["validation"][run, task], tolerance)
        test = of["test"][run, task]
        found.append((kept.share, kept.status, test[0] - test[kept.place]))
    columns = pd.DataFrame(found, columns=["kept", "status", "lost"], index=table.index)
    return pd.concat([table, columns], axis=1)


def in_need(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of tables of which most networks need their MLP.

    What others keep says nothing of how many weights a task takes.
    """
    tables = table[table["kind"] == "random"]
    return tables[tables.groupby(["arity", "outputs"])["needs_mlp"].transform("mean") > 0.5]


def order(rows: pd.DataFrame, by: str) -> Float64[np.ndarray, " run"]:
    """Return for each run how well kept shares are ordered as a column.

    What is not prunable keeps more than all that is; two of these are a tie.
    """
    kept = rows["kept"].where(rows["status"] != NOT_PRUNABLE, np.inf)
    return np.array(
        [
            stats.order_agreement(of[by].to_numpy(), of["kept"].to_numpy())
            for _, of in rows.assign(kept=kept).groupby("run")
        ]
    )


def slopes(rows: pd.DataFrame, by: pd.Series) -> Float64[np.ndarray, " run"]:
    """Return the power of a column with that the kept share grows, of each run.

    A power needs a share of every network: runs in which one is not prunable have none, and are
    counted elsewhere.
    """
    return np.array(
        [
            stats.log_log_slope(of["by"].to_numpy(dtype=float), of["kept"].to_numpy())
            for _, of in rows.assign(by=by).groupby("run")
            if of["kept"].notna().all()
        ]
    )


def share_below(rows: pd.DataFrame, first: str, second: str) -> Float64[np.ndarray, " run"]:
    """Return in how many rows of a run one share is below another; equal ones are a half.

    NaN is not prunable, above all shares.
    """
    one, other = rows[first].fillna(np.inf), rows[second].fillna(np.inf)
    below = (one < other) + 0.5 * (one == other)
    return below.groupby(rows["run"]).mean().to_numpy()
