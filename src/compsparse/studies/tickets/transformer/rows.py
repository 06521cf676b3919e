"""Tables of what networks need and keep, and the statistics that claims take from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.tickets.pruning.kept import NOT_PRUNABLE, fall
from compsparse.studies.tickets.transformer.tables import Task

_BY_TASK = Float64[np.ndarray, "run task"]
SCORES = {"validation": _BY_TASK, "test": _BY_TASK, "rate": _BY_TASK}


@dataclass(frozen=True)
class Group:
    """The tasks of a file: all have the same number of outputs."""

    outputs: int
    tasks: Sequence[Task]


def needs(
    groups: Sequence[Group], tolerance: float, dense: list[Path], without: list[Path]
) -> pd.DataFrame:
    """Return a row for each run, number of outputs and task.

    Columns arity, kind, outputs, run; dense and without, validation accuracies with and without an
    MLP; without_rate, the learning rate of the latter; needs_mlp, whether it falls short of the
    dense one by more than ``tolerance``; group and task, indices.
    """
    frames = []
    for place, (group, *paths) in enumerate(zip(groups, dense, without, strict=True)):
        whole, reduced = (stats.read_named_axes(path, SCORES) for path in paths)
        run, task = np.indices(whole["validation"].shape).reshape(2, -1)
        short = whole["validation"] - reduced["validation"] > tolerance
        frames.append(
            pd.DataFrame(
                {
                    "arity": np.array([task.arity for task in group.tasks])[task],
                    "kind": np.array([task.kind for task in group.tasks], dtype=object)[task],
                    "outputs": group.outputs,
                    "run": run,
                    "dense": whole["validation"].reshape(-1),
                    "without": reduced["validation"].reshape(-1),
                    "without_rate": reduced["rate"].reshape(-1),
                    "needs_mlp": short.reshape(-1),
                    "group": place,
                    "task": task,
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def with_kept(
    table: pd.DataFrame, pruned: Sequence[Mapping[str, np.ndarray]], tolerance: float
) -> pd.DataFrame:
    """Return the rows with columns kept, status and lost.

    Args:
        table: of ``needs``.
        pruned: for each group, density [density], validation and test [run, task, density].
        tolerance: loss of validation accuracy that counts as none.

    A network that is not prunable counts with the first density below 1, which it needs more than.
    ``lost`` is the loss of test accuracy at the lowest density that validation allows.
    """
    found = []
    for group, run, task in table[["group", "run", "task"]].to_numpy().tolist():
        arrays = pruned[group]
        kept = fall(arrays["density"], arrays["validation"][run, task], tolerance)
        test = arrays["test"][run, task]
        share = kept.size if kept.prunable else arrays["density"][1]
        found.append((share, kept.status, test[0] - test[kept.last_good]))
    columns = pd.DataFrame(found, columns=["kept", "status", "lost"], index=table.index)
    return pd.concat([table, columns], axis=1)


def order(rows: pd.DataFrame, column: str) -> Float64[np.ndarray, " run"]:
    """Return for each run the agreement of the order of kept fractions with that of a column.

    What is not prunable keeps more than everything prunable; two of these are tied.
    """
    kept = rows["kept"].where(rows["status"] != NOT_PRUNABLE, np.inf)
    return np.array(
        [
            stats.order_agreement(by_run[column].to_numpy(), by_run["kept"].to_numpy())
            for _, by_run in rows.assign(kept=kept).groupby("run")
        ]
    )


def slopes(rows: pd.DataFrame, x: pd.Series) -> Float64[np.ndarray, " run"]:
    """Return for each run the exponent of the kept fraction as a power of ``x``."""
    return log_log_slopes(rows.assign(x=x), "x", "kept")


def fraction_below(rows: pd.DataFrame, first: str, second: str) -> Float64[np.ndarray, " run"]:
    """Return the fraction of a run's rows in which one column is below another; ties are a half."""
    below = (rows[first] < rows[second]) + 0.5 * (rows[first] == rows[second])
    return below.groupby(rows["run"]).mean().to_numpy()
