"""How fast the loss falls beside the statistical complexity (document 004, Figures 3 and 7).

A cell is one input factorization. Its speed is an area: the mean log loss over the logged steps,
which are evenly spaced in log time from step 1 on.
"""

from itertools import combinations

import numpy as np
import pandas as pd

from compsparse.artifacts.errors import ArtifactError
from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.curves import curves
from compsparse.studies.factorial.histories.history import History, log_loss, read_history


def areas(histories: list[History]) -> pd.DataFrame:
    """Return one row per cell and replicate with the mean natural log loss after step 0.

    Rows are ordered by the number of input factors, most first.
    """
    rows = [
        pd.DataFrame(
            {
                "cell": history.inputs.label,
                "statistical_complexity": history.statistical_complexity,
                "run": history.replicate,
                "area": log_loss(history.loss[:, 1:]).mean(axis=1),
            }
        )
        for history in sorted(histories, key=lambda h: len(h.inputs.sizes), reverse=True)
    ]
    table = pd.concat(rows, ignore_index=True)
    stats.require_balanced(table, ["cell"])
    return table


def order_agreement(rows: pd.DataFrame) -> float | None:
    """Return the share of pairs of cells whose areas are ordered as their complexities."""
    concordant, pairs = stats.concordant_pairs(
        rows["statistical_complexity"].to_numpy(), rows["area"].to_numpy()
    )
    return concordant / pairs if pairs else None


def log_loss_per_log_complexity(rows: pd.DataFrame) -> float | None:
    """Return the least-squares slope of the area on the natural log of the complexity."""
    if rows["statistical_complexity"].nunique() < 2:
        return None
    return stats.least_squares_slope(
        np.log(rows["statistical_complexity"].to_numpy()), rows["area"].to_numpy()
    )


def equal_complexity_gap(rows: pd.DataFrame) -> float | None:
    """Return the mean area difference over pairs of cells of equal complexity.

    The cell with fewer input factors minus the one with more.
    """
    cells = zip(rows["statistical_complexity"], rows["area"], strict=True)
    gaps = [
        fewer - more
        for (complexity, more), (same, fewer) in combinations(cells, 2)
        if complexity == same
    ]
    return float(np.mean(gaps)) if gaps else None


def evaluation(inputs: stats.Inputs, losses: tuple[str, ...]) -> stats.Evaluation:
    """Evaluate ``histories``, one per input factorization.

    ``losses`` are the loss columns of the table; the areas are those of ``loss``.
    """
    paths = stats.many(inputs, "histories")
    histories = [read_history(path) for path in paths]
    for path, history in zip(paths, histories, strict=True):
        if any(getattr(history, loss) is None for loss in losses):
            raise ArtifactError(path, f"The history lacks one of the losses {losses}.")
        if len(history.step) < 2:
            raise ArtifactError(path, "The history has no logged step after step 0.")
    columns = (
        "cell",
        "approximation_complexity",
        "statistical_complexity",
        "run",
        "step",
        "flops",
        *losses,
    )
    statistics = stats.replicate_statistics(
        areas(histories),
        {
            "order_agreement": (order_agreement, stats.SHARE),
            "log_loss_per_log_complexity": (log_loss_per_log_complexity, stats.ANY_VALUE),
            "equal_complexity_gap": (equal_complexity_gap, stats.ANY_VALUE),
        },
    )
    table = pd.concat([curves(history, columns) for history in histories], ignore_index=True)
    return stats.Evaluation(table, statistics)
