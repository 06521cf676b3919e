"""Generalization by compute and embedding dimension (document 004, Figure 18).

Figure 5 on unseen inputs, and the statement of Section 2.2 on dimensions too small for a linear map
to recover the factors.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.constant_prediction import constant_loss
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.generalization import reference_losses
from compsparse.studies.factorial.generalization.unseen_inputs import unseen_inputs
from compsparse.studies.factorial.histories import loss_by_compute
from compsparse.studies.factorial.histories.curves import curves
from compsparse.studies.factorial.histories.history import History, log_loss, read_history


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
    paths = stats.many(inputs, "histories")
    histories = [read_history(path) for path in paths]
    families = [curves(history, loss_by_compute.COLUMNS) for history in histories]
    table = pd.concat(families, ignore_index=True)
    stats.require_balanced(table[table["step"] == 0], ["embedding_dimension"])
    slopes = loss_by_compute.summarize(table, window)
    finals = [
        _finals(path, history, dataset) for path, history in zip(paths, histories, strict=True)
    ]
    references = pd.concat(finals, ignore_index=True)
    narrow = references[references["embedding_dimension"] < free_directions(dataset.inputs)]
    narrow_statistics = {
        "log_loss_over_constant": (log_loss_over_constant, stats.ANY_VALUE),
        "log_loss_over_missing_parent": (log_loss_over_missing_parent, stats.ANY_VALUE),
    }
    statistics = {
        **stats.replicate_statistics(slopes, loss_by_compute.STATISTICS),
        **stats.replicate_statistics(narrow, narrow_statistics),
    }
    keys = ["embedding_dimension", "run"]
    table = table.merge(references[[*keys, "missing_parent_loss"]], on=keys)
    # single precision keeps the table small and is beyond what a figure shows
    single_precision = {name: np.float32 for name in ("loss", "missing_parent_loss")}
    return stats.Evaluation(table.astype(single_precision), statistics)


def _finals(path: Path, history: History, dataset: Dataset) -> pd.DataFrame:
    """Return one row per run with its last loss and the references on the same inputs."""
    runs = list(zip(history.replicate.tolist(), unseen_inputs(path, history), strict=True))
    columns = {
        name: [loss(dataset, run, rows) for run, rows in runs]
        for name, loss in (
            ("constant_loss", constant_loss),
            ("missing_parent_loss", reference_losses.missing_parent_loss),
        )
    }
    return pd.DataFrame(
        {
            "embedding_dimension": history.embedding_dimension,
            "run": history.replicate,
            "log_loss": log_loss(history.loss[:, -1]),
            **columns,
        }
    )


def _log_ratio(rows: pd.DataFrame, reference: str) -> float:
    largest = rows.sort_values("embedding_dimension").iloc[-1]
    return float(largest["log_loss"] - np.log(largest[reference]))
