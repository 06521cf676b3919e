"""Speed of learning by statistical complexity (document 004, Figures 3 and 7).

A cell is one input factorization. Its measure is the *relative area*: the mean, over the logged
steps from 1 on (evenly spaced in log time), of ln(loss / loss of the best constant prediction), set
to 0 where the network is no better than the constant. So cells with more to learn, and networks
that are overconfident, do not count as slow.

The document's sweep also changes (AC). Cells are compared at equal (AC) only.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.reference_losses import constant_loss
from compsparse.studies.factorial.histories.comparisons import (
    log_slope_within,
    order_agreement_within,
)
from compsparse.studies.factorial.histories.history import History, log_loss, read_history
from compsparse.studies.factorial.histories.per_run import per_run

_APPROXIMATION, _STATISTICAL = "approximation_complexity", "statistical_complexity"

# a history, the losses of its best constants, and whether it belongs to the document's sweep
Task = tuple[History, Float64[np.ndarray, " run"], bool]


def relative_area(
    history: History, constants: Float64[np.ndarray, " run"]
) -> Float64[np.ndarray, " run"]:
    """Return the relative area of each run; ``constants`` are the losses of its best constant."""
    gains = log_loss(history.loss[:, 1:]) - log_loss(constants)[:, None]
    area: Float64[np.ndarray, " run"] = np.minimum(gains, 0.0).mean(axis=1)
    return area


def areas(tasks: list[Task]) -> pd.DataFrame:
    """Return one row per cell and replicate with its relative area, most input factors first."""
    rows = [
        pd.DataFrame(
            {
                "cell": cell_name(history, swept=swept),
                "swept": swept,
                _APPROXIMATION: history.approximation_complexity,
                _STATISTICAL: history.statistical_complexity,
                "run": history.replicate,
                "area": relative_area(history, constants),
            }
        )
        for history, constants, swept in sorted(
            tasks, key=lambda task: len(task[0].inputs.sizes), reverse=True
        )
    ]
    table = pd.concat(rows, ignore_index=True)
    stats.require_balanced(table, ["cell"])
    return table


def cell_name(history: History, *, swept: bool) -> str:
    """Name a cell by its input factors; one outside the sweep also by its number of parents."""
    label = history.inputs.label
    return label if swept else f"{label}, p = {int(history.parents[0])}"


def order_agreement(rows: pd.DataFrame) -> float | None:
    """Return the share of pairs of cells of equal (AC) whose areas are ordered as their (SC)."""
    return order_agreement_within(rows[rows["swept"]], _APPROXIMATION, _STATISTICAL, "area")


def log_loss_per_log_complexity(rows: pd.DataFrame) -> float | None:
    """Return the least-squares slope of the area on ln (SC) among cells of equal (AC)."""
    swept = rows[rows["swept"]]
    return log_slope_within(swept, _APPROXIMATION, _STATISTICAL, swept["area"])


def equal_complexity_excess(rows: pd.DataFrame) -> float | None:
    """Return by how much cells of equal (AC) and (SC) differ beyond half of what (SC) does.

    The largest spread of the area among cells of equal complexities, minus half of the rise from
    the least to the largest (SC) among the sweep's cells of equal (AC). Above 0 where the
    complexity has no effect at all: equality is no evidence there.
    """
    groups = [
        cells["area"].to_numpy()
        for _, cells in rows.groupby([_APPROXIMATION, _STATISTICAL])
        if len(cells) > 1
    ]
    rise = rise_with_complexity(rows)
    if not groups or rise is None:
        return None
    return max(float(np.ptp(areas)) for areas in groups) - rise / 2


def rise_with_complexity(rows: pd.DataFrame) -> float | None:
    """Return the mean area at the largest (SC) minus that at the least, at the commonest (AC)."""
    swept = rows[rows["swept"]]
    cells = swept[swept[_APPROXIMATION] == swept[_APPROXIMATION].mode().iloc[-1]]
    means = cells.groupby(_STATISTICAL)["area"].mean()
    return float(means.iloc[-1] - means.iloc[0]) if len(means) > 1 else None


def identical_law_gap(rows: pd.DataFrame) -> float | None:
    """Return the mean area difference, fewer minus more input factors, at equal (AC) and (SC)."""
    gaps = [
        fewer - more
        for _, cells in rows[rows["swept"]].groupby([_APPROXIMATION, _STATISTICAL])
        for more, fewer in combinations(cells["area"], 2)
    ]
    return float(np.mean(gaps)) if gaps else None


def evaluation(
    inputs: stats.Inputs, losses: tuple[str, ...], *more: stats.Statistic
) -> stats.Evaluation:
    """Evaluate ``histories`` and ``datasets``, one per input factorization of the sweep.

    ``equal_complexity_...`` are those of cells outside it. ``losses`` are the loss columns of
    the table; the areas are those of ``loss``. ``more`` are additional statistics.
    """
    prefixes = [p for p in ("", "equal_complexity_") if f"{p}histories" in inputs]
    tasks = [task for prefix in prefixes for task in _tasks(inputs, prefix)]
    columns = (_APPROXIMATION, _STATISTICAL, "run", "step", "flops", *losses)
    table = pd.concat(
        [
            history.curves(*columns).assign(cell=cell_name(history, swept=swept), swept=int(swept))
            for history, _, swept in tasks
        ],
        ignore_index=True,
    )
    rows = areas(tasks)
    statistics = {
        **per_run(rows, order_agreement, support=stats.SHARE),
        **per_run(rows, log_loss_per_log_complexity, equal_complexity_excess, *more),
    }
    return stats.Evaluation(table[["cell", "swept", *columns]], statistics)


def _tasks(inputs: stats.Inputs, prefix: str) -> Iterator[Task]:
    paths, datasets = (stats.many(inputs, f"{prefix}{kind}") for kind in ("histories", "datasets"))
    for path, dataset_path in zip(paths, datasets, strict=True):
        history, dataset = read_history(path), read_dataset(dataset_path)
        every = [np.arange(history.inputs.size)] * len(history.replicate)
        judged = every if history.seen is None else history.unseen
        constants = [
            constant_loss(dataset, run, rows)
            for run, rows in zip(history.replicate.tolist(), judged, strict=True)
        ]
        yield history, np.array(constants), not prefix
