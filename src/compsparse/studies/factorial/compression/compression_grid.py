"""Final loss over a grid of embedding dimensions and graphs (document 004, Figures 4 and 19).

Theorem 1 says that an embedding dimension d >= (AC) suffices. Below it, the document reads off its
Figure 4 that the loss is ordered by (SC).
"""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.comparisons import narrow, order_agreement_within
from compsparse.studies.factorial.histories.history import History, log_loss, read_history


def final_losses(history: History) -> pd.DataFrame:
    """Return one row per run with its cell and its loss at the last logged step, in nats."""
    return pd.DataFrame(
        {
            "input_factors": history.inputs.label,
            "output_factors": history.outputs.label,
            "parents": history.parents,
            "approximation_complexity": history.approximation_complexity,
            "statistical_complexity": history.statistical_complexity,
            "embedding_dimension": history.embedding_dimension,
            "run": history.replicate,
            "loss": history.loss[:, -1],
        }
    )


def worst_log10_loss_at_or_above_ac(rows: pd.DataFrame) -> float | None:
    """Return the largest log10 loss among the cells whose dimension suffices by Theorem 1."""
    enough = rows[rows["embedding_dimension"] >= rows["approximation_complexity"]]
    if enough.empty:
        return None
    return float(log_loss(enough["loss"].to_numpy()).max() / np.log(10))


def order_agreement_below_ac(rows: pd.DataFrame) -> float | None:
    """Return the share of pairs of narrow cells whose losses are ordered as their complexities."""
    # a pair has the same dimension, below the (AC) of both, and different (SC)
    return order_agreement_within(
        narrow(rows), "embedding_dimension", "statistical_complexity", "loss"
    )


def equal_ac_gap(rows: pd.DataFrame) -> float | None:
    """Return the mean ln loss of larger minus smaller (SC), of narrow cells of equal (AC)."""
    gaps = []
    for _, cells in narrow(rows).groupby(["embedding_dimension", "approximation_complexity"]):
        ordered = cells.sort_values("statistical_complexity")
        complexities = ordered["statistical_complexity"].to_numpy()
        losses = log_loss(ordered["loss"].to_numpy())
        gaps += [
            losses[larger] - losses[smaller]
            for smaller, larger in combinations(range(len(ordered)), 2)
            if complexities[smaller] < complexities[larger]
        ]
    return float(np.mean(gaps)) if gaps else None


def evaluate(
    inputs: stats.Inputs,
    extend: Callable[[pd.DataFrame], pd.DataFrame] = lambda table: table,  # adds columns
    **more: tuple[stats.Statistic, tuple[float, float]],
) -> stats.Evaluation:
    """Evaluate the ``histories``, which together hold every cell once per replicate."""
    histories = [read_history(path) for path in stats.many(inputs, "histories")]
    table = extend(pd.concat([final_losses(history) for history in histories], ignore_index=True))
    stats.require_balanced(
        table, ["input_factors", "output_factors", "parents", "embedding_dimension"]
    )
    statistics = {
        "worst_log10_loss_at_or_above_ac": (worst_log10_loss_at_or_above_ac, stats.ANY_VALUE),
        **more,
    }
    return stats.Evaluation(table, stats.replicate_statistics(table, statistics))
