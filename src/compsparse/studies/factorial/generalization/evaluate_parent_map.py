"""Final loss on unseen inputs by rank of the parent map and embedding dimension (Remark 4).

The document: where the factor embeddings are linearly independent, p(y | x) depends on a linear
image of the embedding, and the rate depends on the rank of that map and not on the dimension.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.histories.history import log_loss, read_history
from compsparse.studies.factorial.histories.per_run import per_run


def parent_map_rank(graph: FactorGraph) -> int:
    """Return the rank of the map to the parents' one-hot vectors: sizes of factors with a child."""
    relevant = {parent for parents in graph.parents for parent in parents}
    return sum(graph.inputs.sizes[parent] for parent in relevant)


def log_loss_per_log_rank(rows: pd.DataFrame) -> float | None:
    """Return the least-squares slope of ln loss on ln rank, in all dimensions together."""
    return _slope(rows, "rank")


def log_loss_per_log_dimension(rows: pd.DataFrame) -> float | None:
    """Return the least-squares slope of ln loss on ln dimension, at all ranks together."""
    return _slope(rows, "embedding_dimension")


def rank_over_dimension(rows: pd.DataFrame) -> float | None:
    """Return the slope on ln rank minus the absolute slope on ln dimension."""
    rank, dimension = log_loss_per_log_rank(rows), log_loss_per_log_dimension(rows)
    return None if rank is None or dimension is None else rank - abs(dimension)


def log_loss_over_initial(rows: pd.DataFrame) -> float:
    """Return ln loss after training minus before, averaged over ranks and dimensions."""
    last, first = (log_loss(rows[name].to_numpy()) for name in ("loss", "initial_loss"))
    return float((last - first).mean())


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Evaluate the grid of ranks and dimensions: ``history`` of the ``datasets``, in order."""
    history = read_history(stats.single(inputs, "history"))
    datasets = [read_dataset(path) for path in stats.many(inputs, "datasets")]
    needed, least = sum(history.inputs.sizes), int(history.embedding_dimension.min())
    if least < needed:
        raise ValueError(
            f"An embedding dimension is {least}; the vectors of all {needed} factor values are "
            f"linearly independent only in {needed} dimensions or more. Omit the smaller ones."
        )
    graphs = zip(history.dataset.tolist(), history.replicate.tolist(), strict=True)
    ranks = [parent_map_rank(datasets[index].graph(replicate)) for index, replicate in graphs]
    table = pd.DataFrame(
        {
            "rank": ranks,
            "parents": history.parents,
            "embedding_dimension": history.embedding_dimension,
            "run": history.replicate,
            "loss": history.loss[:, -1],
            "initial_loss": history.loss[:, 0],
        }
    )
    stats.require_balanced(table, ["parents", "embedding_dimension"])
    found = per_run(
        table,
        log_loss_per_log_rank,
        log_loss_per_log_dimension,
        rank_over_dimension,
        log_loss_over_initial,
    )
    if found["log_loss_over_initial"].samples.mean() > -np.log(2):
        # a network that learns nothing about unseen inputs is equally bad in every dimension
        found.pop("log_loss_per_log_dimension", None)
    return stats.Evaluation(table, found)


def _slope(rows: pd.DataFrame, column: str) -> float | None:
    if rows[column].nunique() < 2:
        return None
    return stats.least_squares_slope(
        np.log(rows[column].to_numpy()), log_loss(rows["loss"].to_numpy())
    )
