"""The best prediction that is the same for all inputs: its loss is all that there is to learn."""

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.dataset import Dataset


def constant_loss(dataset: Dataset, run: int, inputs: Int64[np.ndarray, " input"]) -> float:
    """Return the loss of the best prediction that is the same for all ``inputs``: their mean."""
    # by convexity, no prediction that is independent of the input has a smaller expected loss
    rows = input_probabilities(dataset, run, inputs)
    return float((rows * (np.log(rows) - np.log(rows.mean(axis=0)))).sum(axis=1).mean())


def input_probabilities(
    dataset: Dataset, run: int, inputs: Int64[np.ndarray, " input"]
) -> Float64[np.ndarray, "input y"]:
    """Return p(y | x) of some inputs."""
    groups, rows = dataset.distinct(run)
    chosen: Float64[np.ndarray, "input y"] = rows[groups[inputs]]
    return chosen
