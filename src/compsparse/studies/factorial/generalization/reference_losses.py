"""Losses (mean divergences in nats) of predictions with known defects, for comparison."""

import numpy as np
from jaxtyping import Int64

from compsparse.studies.factorial.data_model.constant_prediction import input_probabilities
from compsparse.studies.factorial.data_model.dataset import Dataset


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
