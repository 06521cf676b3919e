"""Generalization by compute and embedding dimension (document 004, Figure 18).

Figure 5 on unseen inputs, and what Section 2.2 says of dimensions too small for a linear map to
give back the factors.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.statistics.replicates import (
    ANY_VALUE,
    replicate_metrics,
    require_balanced,
)
from compsparse.steps import Inputs, Outputs, Params, many, single
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.generalization.reference_losses import (
    constant_loss,
    missing_parent_loss,
)
from compsparse.studies.factorial.generalization.unseen_inputs import unseen_inputs
from compsparse.studies.factorial.histories.curves import curves
from compsparse.studies.factorial.histories.history import History, log_loss, read_history
from compsparse.studies.factorial.histories.loss_by_compute import COLUMNS, STATISTICS, summarize

RESULT = "factorial_generalization_dimension"


def free_directions(inputs: Factorization) -> int:
    """Return the number of directions in which factor embeddings differ: the sum of p_i - 1.

    In fewer dimensions no linear map gives back the factors, not even up to constants.
    """
    return sum(size - 1 for size in inputs.sizes)


def log_loss_over_constant(rows: pd.DataFrame) -> float:
    """Return ln of the final loss over that of the best prediction that ignores the input.

    At the largest dimension too small for a linear map to give back the factors.
    """
    return _log_ratio(rows, "constant_loss")


def log_loss_over_missing_parent(rows: pd.DataFrame) -> float:
    """Return ln of the final loss over that of knowing all but one parent of each output factor.

    At the largest dimension too small for a linear map to give back the factors.
    """
    return _log_ratio(rows, "missing_parent_loss")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the curves of every embedding dimension.

    Inputs: histories, of the runs of one ``dataset``.
    Params: root_seed; window, two shares of a run's compute between which slopes are fitted.

    Raises:
        ArtifactError: an unusable history or dataset.
        ValueError: dimensions that were not trained with the same replicates, or an unusable
            window.
    """
    dataset = read_dataset(single(inputs, "dataset"))
    paths = many(inputs, "histories")
    histories = [read_history(path) for path in paths]
    table = pd.concat([curves(history, COLUMNS) for history in histories], ignore_index=True)
    require_balanced(table[table["step"] == 0], ["embedding_dimension"])
    metrics = replicate_metrics(
        summarize(table, tuple(params["window"])),
        STATISTICS,
        result=RESULT,
        root_seed=params["root_seed"],
    )
    finals = [_finals(*each, dataset) for each in zip(paths, histories, strict=True)]
    references = pd.concat(finals, ignore_index=True)
    narrow = references["embedding_dimension"] < free_directions(dataset.inputs)
    metrics |= replicate_metrics(
        references[narrow],
        {
            "log_loss_over_constant": (log_loss_over_constant, ANY_VALUE),
            "log_loss_over_missing_parent": (log_loss_over_missing_parent, ANY_VALUE),
        },
        result=RESULT,
        root_seed=params["root_seed"],
    )
    keys = ["embedding_dimension", "run"]
    table = table.merge(references[[*keys, "missing_parent_loss"]], on=keys)
    # single precision keeps the table small and is beyond what a figure shows
    single_precision = {name: np.float32 for name in ("loss", "missing_parent_loss")}
    return {"table": table.astype(single_precision), "metrics": {RESULT: metrics}}


def _finals(path: Path, history: History, dataset: Dataset) -> pd.DataFrame:
    """Return one row per run with its last loss and the references on the same inputs."""
    runs = list(zip(history.replicate.tolist(), unseen_inputs(path, history), strict=True))
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
