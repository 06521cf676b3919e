"""A network against low-rank matrix completion of equal size (document 004, Example 2).

A network might be better on any table. So both methods are also tried on shuffled tables, and only
the excess over the advantage there is attributed to the structure.

Both methods are trained on the same pairs. For each, the validation pairs choose the restart, the
number of updates and the weight of the uniform distribution; the loss of the choice is measured by
the true distribution.
"""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.history import log_loss
from workflow_engine.artifacts.named_axes import read_named_axes, require_finite
from workflow_engine.artifacts.tensors import read_tensors

METHODS = ("network", "completion")
FACTORED, SHUFFLED = "factored", "shuffled"
_CELL = ["parents", "samples", "run"]
_COLUMNS = ("parents", "samples", "replicate", "restart")


def chosen_losses(path: Path, smoothing: Sequence[float]) -> pd.DataFrame:
    """Return the restart, step and ``smoothing`` chosen by the validation pairs, and their loss."""
    names = [f"{kind}_{i}" for kind in ("validation", "population") for i in range(len(smoothing))]
    arrays = read_named_axes(
        path,
        {
            **dict.fromkeys(_COLUMNS, Int64[np.ndarray, " run"]),
            "step": Int64[np.ndarray, " logged"],
            **dict.fromkeys(names, Float64[np.ndarray, "run logged"]),
        },
    )
    require_finite(path, arrays, *names)
    curves = np.stack([arrays[name] for name in names])
    validation, population = curves.reshape(2, len(smoothing), *curves.shape[1:])
    tries = pd.DataFrame({name: arrays[name] for name in _COLUMNS})
    tries = tries.rename(columns={"replicate": "run"})
    rows = []
    for cell, runs in tries.groupby(_CELL):
        # the first of equals: least smoothing, first restart, fewest updates
        found = validation[:, runs.index]
        weight, restart, logged = np.unravel_index(int(found.argmin()), found.shape)
        run = runs.index[int(restart)]
        rows.append(
            {
                **dict(zip(_CELL, cell, strict=True)),
                "loss": population[weight, run, logged],
                "validation_loss": validation[weight, run, logged],
                "restart": tries["restart"][run],
                "step": arrays["step"][logged],
                "smoothing": smoothing[int(weight)],
            }
        )
    return pd.DataFrame(rows)


def parameters_per_run(tensors: dict[str, Float64[np.ndarray, "run ..."] | np.ndarray]) -> int:
    """Return the number of parameters of one run, of the first variant where there are several."""
    first = {name: array for name, array in tensors.items() if name.split("/")[0] in (name, "0")}
    return sum(math.prod(array.shape[1:]) for array in first.values())


def mean_log_ratio(rows: pd.DataFrame) -> float | None:
    """Return the mean of ln(network's loss / completion's loss) over the cells of one replicate."""
    if rows.empty:
        return None
    wide = rows.pivot(index=["parents", "samples"], columns="method", values="loss")
    network, completion = (log_loss(wide[method].to_numpy()) for method in METHODS)
    return float((network - completion).mean())


def least_log_advantage(rows: pd.DataFrame) -> float | None:
    """Return the network's advantage at several parents or, if less, its excess over shuffled ones.

    The advantage is ln(completion's loss / network's loss).
    """
    several, shuffled = mean_log_ratio(_several(rows)), mean_log_ratio(_shuffled(rows))
    return None if several is None or shuffled is None else min(-several, shuffled - several)


def log_ratio_change(rows: pd.DataFrame) -> float | None:
    """Return ``mean_log_ratio`` of several parents minus that of one parent."""
    single = mean_log_ratio(rows[(rows["parents"] == 1) & (rows["tables"] == FACTORED)])
    several = mean_log_ratio(_several(rows))
    return None if several is None or single is None else several - single


def _several(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[(rows["parents"] > 1) & (rows["tables"] == FACTORED)]


def _shuffled(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[rows["tables"] == SHUFFLED]


@stats.evaluates
def run(inputs: stats.Inputs, *, smoothing: Sequence[float]) -> stats.Evaluation:
    """Compare the histories and models of the two methods; ``smoothing`` is that of training."""
    choices = [
        chosen_losses(stats.single(inputs, f"{prefix}{method}_history"), smoothing).assign(
            tables=tables, method=method
        )
        for prefix, tables in (("", FACTORED), (f"{SHUFFLED}_", SHUFFLED))
        for method in METHODS
    ]
    table = pd.concat(choices, ignore_index=True)
    stats.require_balanced(table, ["tables", "method", "parents", "samples"])
    if len({tuple(rows["run"]) for _, rows in table.groupby("method")}) != 1:
        raise ValueError("The two methods were not tried on the same cells; train both on all.")
    sizes = [parameters_per_run(read_tensors(stats.single(inputs, f"{m}_model"))) for m in METHODS]
    losses = stats.replicate_statistics(
        table,
        {
            "least_log_advantage": (least_log_advantage, stats.ANY_VALUE),
            "log_ratio_change": (log_ratio_change, stats.ANY_VALUE),
        },
    )
    ratio = stats.exact(sizes[0] / sizes[1], table["run"].nunique())
    table.insert(0, "parameters", table["method"].map(dict(zip(METHODS, sizes, strict=True))))
    return stats.Evaluation(table, {**losses, "parameter_ratio": ratio})
