"""Generalization by compute and embedding dimension (document 004, Figure 18).

Figure 5 on unseen inputs, and the statement of Section 2.2 on dimensions too small for a linear map
to recover the factors.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.reference_losses import (
    constant_loss,
    missing_parent_loss,
)
from compsparse.studies.factorial.histories import loss_by_compute
from compsparse.studies.factorial.histories.history import History, log_loss, read_history
from compsparse.studies.factorial.histories.per_run import per_run


def free_directions(inputs: Factorization) -> int:
    """Return the number of directions in which factor embeddings differ: the sum of p_i - 1."""
    # in fewer dimensions no linear map recovers the factors, not even up to constants
    return sum(size - 1 for size in inputs.sizes)


def log_loss_over_constant(rows: pd.DataFrame) -> float:
    """Return ln of the final loss over that of the best constant, at the largest such dimension."""
    return _log_ratio(rows, "constant_loss")


def log_loss_over_missing_parent(rows: pd.DataFrame) -> float:
    """Return ln of that loss over that of knowing all but one parent of each output factor."""
    return _log_ratio(rows, "missing_parent_loss")


@stats.evaluates
def run(inputs: stats.Inputs, *, window: Sequence[float]) -> stats.Evaluation:
    """Evaluate ``histories`` of one ``dataset``, slopes in a ``window`` of compute fractions."""
    dataset = read_dataset(stats.single(inputs, "dataset"))
    histories = [read_history(path) for path in stats.many(inputs, "histories")]
    families = [history.curves(*loss_by_compute.COLUMNS) for history in histories]
    table = pd.concat(families, ignore_index=True)
    stats.require_balanced(table[table["step"] == 0], ["embedding_dimension"])
    finals = [_finals(history, dataset) for history in histories]
    references = pd.concat(finals, ignore_index=True)
    narrow = references[references["embedding_dimension"] < free_directions(dataset.inputs)]
    statistics = {
        **loss_by_compute.statistics(table, window),
        **per_run(narrow, log_loss_over_constant, log_loss_over_missing_parent),
    }
    keys = ["embedding_dimension", "run"]
    table = table.merge(references[[*keys, "missing_parent_loss"]], on=keys)
    # single precision keeps the table small and is beyond what a figure shows
    single_precision = {name: np.float32 for name in ("loss", "missing_parent_loss")}
    return stats.Evaluation(table.astype(single_precision), statistics)


def _finals(history: History, dataset: Dataset) -> pd.DataFrame:
    """Return one row per run with its last loss and the references on the same inputs."""
    runs = list(zip(history.replicate.tolist(), history.unseen, strict=True))
    return pd.DataFrame(
        {
            "embedding_dimension": history.embedding_dimension,
            "run": history.replicate,
            "log_loss": log_loss(history.loss[:, -1]),
            "constant_loss": [constant_loss(dataset, run, rows) for run, rows in runs],
            "missing_parent_loss": [missing_parent_loss(dataset, run, rows) for run, rows in runs],
        }
    )


def _log_ratio(rows: pd.DataFrame, reference: str) -> float:
    largest = rows.sort_values("embedding_dimension").iloc[-1]
    return float(largest["log_loss"] - np.log(largest[reference]))
