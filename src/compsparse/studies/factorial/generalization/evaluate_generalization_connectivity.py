"""Generalization by connectivity: denser graphs are harder on unseen inputs (Figure 6).

Between the extremes the measure is the *relative area*: the mean over the logged steps of ln(loss /
loss of the best constant prediction), set to 0 where the network is no better than the constant.
The constant prediction is worse for denser graphs, which is no failure to generalize. A graph
without edges has no relative area.

The two extremes are evaluated separately: at connectivity 0 the output does not depend on the
input, at connectivity 1 the seen inputs say nothing about the unseen ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.constant_prediction import constant_loss
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.generalization.reference_losses import uniform_loss
from compsparse.studies.factorial.generalization.unseen_inputs import seen_loss, unseen_inputs
from compsparse.studies.factorial.histories.history import History, log_loss, read_history
from compsparse.studies.factorial.histories.learning_speed import relative_area
from workflow_engine.artifacts.errors import ArtifactError

_COLUMNS = ("connectivity", "run", "step", "loss", "train_loss", "constant_loss")


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
    tasks = _tasks(connectivities, stats.many(inputs, "datasets"))
    tables, cells = [], []
    remaining = iter(tasks)
    for path in stats.many(inputs, "histories"):
        history = read_history(path)
        if len(history.step) < 2:
            raise ArtifactError(path, "The history has no logged step after step 0.")
        trained = list(islice(remaining, int(history.dataset.max()) + 1))
        if len(trained) <= history.dataset.max():
            raise ValueError(f"{path} holds runs of more datasets than are left of {len(tasks)}.")
        finals = _finals(path, history, trained)
        tables.append(_curves(path, history, finals))
        cells.append(finals)
    left = list(remaining)
    if left:
        raise ValueError(f"No history holds runs of the dataset {left[0].dataset}.")
    finals = pd.concat(cells, ignore_index=True)
    stats.require_balanced(finals, ["connectivity"])
    statistics = {
        "order_agreement": (order_agreement, stats.SHARE),
        "log_loss_per_connectivity": (log_loss_per_connectivity, stats.ANY_VALUE),
        "log10_loss_at_zero": (log10_loss_at_zero, stats.ANY_VALUE),
        "log_unseen_over_seen_at_zero": (log_unseen_over_seen_at_zero, stats.ANY_VALUE),
        "excess_over_uniform_at_one": (excess_over_uniform_at_one, stats.ANY_VALUE),
    }
    table = pd.concat(tables, ignore_index=True)
    return stats.Evaluation(table, stats.replicate_statistics(finals, statistics))


@dataclass(frozen=True)
class _Task:
    connectivity: float
    dataset: Path


def _tasks(connectivities: Sequence[float], datasets: list[Path]) -> list[_Task]:
    if len(connectivities) != len(datasets):
        raise ValueError(
            f"There are {len(connectivities)} connectivities and {len(datasets)} datasets; give "
            "one connectivity for each dataset, in their order."
        )
    return [_Task(beta, path) for beta, path in zip(connectivities, datasets, strict=True)]


def _curves(path: Path, history: History, finals: pd.DataFrame) -> pd.DataFrame:
    logged = len(history.step)
    values = (
        np.repeat(finals["connectivity"].to_numpy(), logged),
        np.repeat(history.replicate, logged),
        np.tile(history.step, len(finals)),
        # single precision keeps the table small and is beyond what a figure shows
        history.loss.reshape(-1).astype(np.float32),
        seen_loss(path, history).reshape(-1).astype(np.float32),
        np.repeat(finals["constant_loss"].to_numpy(), logged).astype(np.float32),
    )
    return pd.DataFrame(dict(zip(_COLUMNS, values, strict=True)))


def _finals(path: Path, history: History, trained: list[_Task]) -> pd.DataFrame:
    """Return one row per run with its area, its last losses and the uniform distribution's."""
    unseen = unseen_inputs(path, history)
    datasets = [read_dataset(task.dataset) for task in trained]
    runs = list(zip(history.dataset, history.replicate, unseen, strict=True))
    uniform = [uniform_loss(datasets[index], int(run), rows) for index, run, rows in runs]
    constant = np.array(
        [constant_loss(datasets[index], int(run), rows) for index, run, rows in runs]
    )
    return pd.DataFrame(
        {
            "connectivity": [trained[index].connectivity for index in history.dataset],
            "run": history.replicate,
            "area": relative_area(history, constant),
            "edges": [bool(datasets[index].adjacency[run].any()) for index, run, _ in runs],
            "loss": history.loss[:, -1],
            "log_loss": log_loss(history.loss[:, -1]),
            "log_seen_loss": log_loss(seen_loss(path, history)[:, -1]),
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
