"""Losses (mean divergences in nats) of predictions with known defects, for comparison.

That of the best constant prediction is all that there is to learn.
"""

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.dataset import Dataset


def constant_loss(dataset: Dataset, run: int, inputs: Int64[np.ndarray, " input"]) -> float:
    """Return the loss of the best prediction that is the same for all ``inputs``: their mean."""
    # by convexity, no prediction that is independent of the input has a smaller expected loss
    rows = input_probabilities(dataset, run, inputs)
    return float((rows * (np.log(rows) - np.log(rows.mean(axis=0)))).sum(axis=1).mean())


def uniform_loss(dataset: Dataset, run: int, inputs: Int64[np.ndarray, " input"]) -> float:
    """Return the loss of the uniform distribution."""
    # where every input has its own tables (connectivity 1), seen inputs say nothing about unseen
    # ones, and by symmetry of the tables' distribution no prediction has a smaller expected loss
    rows = input_probabilities(dataset, run, inputs)
    return float(np.log(dataset.outputs.size) + (rows * np.log(rows)).sum(axis=1).mean())


def missing_parent_loss(dataset: Dataset, run: int, inputs: Int64[np.ndarray, " input"]) -> float:
    """Return the loss of knowing all about each output factor but its least important parent."""
    # over all inputs, a smaller loss takes all parents of at least one output factor
    graph = dataset.graph(run)
    states = graph.parent_states(inputs)
    loss = 0.0
    for factor, (space, table) in enumerate(
        zip(graph.parent_spaces, dataset.run_tables(run), strict=True)
    ):
        if space is None:
            continue
        # the first parent varies fastest, so it is the last axis before the outcomes
        by_parent = table.reshape(*space.sizes[::-1], -1)
        losses = []
        for axis in range(len(space.sizes)):
            known = np.log(by_parent) - np.log(by_parent.mean(axis=axis, keepdims=True))
            divergences = (by_parent * known).sum(axis=-1).reshape(-1)
            losses.append(float(divergences[states[factor]].mean()))
        loss += min(losses)
    return loss


def input_probabilities(
    dataset: Dataset, run: int, inputs: Int64[np.ndarray, " input"]
) -> Float64[np.ndarray, "input y"]:
    """Return p(y | x) of some inputs."""
    groups, rows = dataset.distinct(run)
    chosen: Float64[np.ndarray, "input y"] = rows[groups[inputs]]
    return chosen
