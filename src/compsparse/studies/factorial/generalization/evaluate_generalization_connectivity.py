"""Generalization by connectivity: denser graphs are harder on unseen inputs (Figure 6).

Between the extremes the measure is the *relative area*: the mean over the logged steps of ln(loss /
loss of the best constant prediction), set to 0 where the network is no better than the constant.
The constant prediction is worse for denser graphs, which is no failure to generalize. A graph
without edges has no relative area.

The two extremes are evaluated separately: at connectivity 0 the output does not depend on the
input, at connectivity 1 the seen inputs say nothing about the unseen ones.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.reference_losses import constant_loss, uniform_loss
from compsparse.studies.factorial.histories.history import History, log_loss, read_history
from compsparse.studies.factorial.histories.learning_speed import relative_area
from compsparse.studies.factorial.histories.per_run import per_run


def order_agreement(rows: pd.DataFrame) -> float | None:
    """Return the share of pairs of connectivities in (0, 1) with relative areas ordered alike."""
    between = _between(rows)
    concordant, pairs = stats.concordant_pairs(
        between["connectivity"].to_numpy(), between["area"].to_numpy()
    )
    return concordant / pairs if pairs else None


def log_loss_per_connectivity(rows: pd.DataFrame) -> float | None:
    """Return the least-squares slope of the relative area on the connectivity, in (0, 1)."""
    between = _between(rows)
    if len(between) < 2:
        return None
    return stats.least_squares_slope(between["connectivity"].to_numpy(), between["area"].to_numpy())


def log10_loss_at_zero(rows: pd.DataFrame) -> float | None:
    """Return log10 of the final loss on unseen inputs at connectivity 0."""
    return _at_connectivity(rows, 0.0, lambda row: row["log_loss"] / np.log(10))


def log_unseen_over_seen_at_zero(rows: pd.DataFrame) -> float | None:
    """Return ln of the final loss on unseen inputs over that on seen ones, at connectivity 0."""
    return _at_connectivity(rows, 0.0, lambda row: row["log_loss"] - row["log_seen_loss"])


def excess_over_uniform_at_one(rows: pd.DataFrame) -> float | None:
    """Return the final loss on unseen inputs minus the uniform one's at connectivity 1, in nats."""
    return _at_connectivity(rows, 1.0, lambda row: row["loss"] - row["uniform_loss"])


@stats.evaluates
def run(inputs: stats.Inputs, *, connectivities: Sequence[float]) -> stats.Evaluation:
    """Evaluate ``histories`` on the unseen inputs of ``datasets``, one per ``connectivities``."""
    # each history was trained on the next few datasets
    remaining = zip(connectivities, stats.many(inputs, "datasets"), strict=True)
    tables, cells = [], []
    for history in map(read_history, stats.many(inputs, "histories")):
        finals = _finals(history, list(islice(remaining, int(history.dataset.max()) + 1)))
        tables.append(_curves(history, finals))
        cells.append(finals)
    finals = pd.concat(cells, ignore_index=True)
    stats.require_balanced(finals, ["connectivity"])
    statistics = {
        **per_run(finals, order_agreement, support=stats.SHARE),
        **per_run(
            finals,
            log_loss_per_connectivity,
            log10_loss_at_zero,
            log_unseen_over_seen_at_zero,
            excess_over_uniform_at_one,
        ),
    }
    return stats.Evaluation(pd.concat(tables, ignore_index=True), statistics)


def _curves(history: History, finals: pd.DataFrame) -> pd.DataFrame:
    logged = len(history.step)
    table = history.curves("run", "step", "loss", "train_loss")
    table.insert(0, "connectivity", np.repeat(finals["connectivity"].to_numpy(), logged))
    table["constant_loss"] = np.repeat(finals["constant_loss"].to_numpy(), logged)
    # single precision keeps the table small and is beyond what a figure shows
    return table.astype(dict.fromkeys(("loss", "train_loss", "constant_loss"), np.float32))


def _finals(history: History, trained: list[tuple[float, Path]]) -> pd.DataFrame:
    """Return one row per run with its area, its last losses and the uniform distribution's."""
    datasets = [read_dataset(path) for _, path in trained]
    runs = list(zip(history.dataset, history.replicate.tolist(), history.unseen, strict=True))
    uniform = [uniform_loss(datasets[index], run, rows) for index, run, rows in runs]
    constant = np.array([constant_loss(datasets[index], run, rows) for index, run, rows in runs])
    return pd.DataFrame(
        {
            "connectivity": [trained[index][0] for index in history.dataset],
            "run": history.replicate,
            "area": relative_area(history, constant),
            "edges": [bool(datasets[index].adjacency[run].any()) for index, run, _ in runs],
            "loss": history.loss[:, -1],
            "log_loss": log_loss(history.loss[:, -1]),
            "log_seen_loss": log_loss(history.required("train_loss")[:, -1]),
            "uniform_loss": uniform,
            "constant_loss": constant,
        }
    )


def _between(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[(rows["connectivity"] > 0) & (rows["connectivity"] < 1) & rows["edges"]]


def _at_connectivity(
    rows: pd.DataFrame, connectivity: float, statistic: Callable[[pd.Series], float]
) -> float | None:
    """Return a statistic of the row with this connectivity, None if there is no such row."""
    chosen = rows[rows["connectivity"] == connectivity]
    return None if chosen.empty else float(statistic(chosen.iloc[0]))
