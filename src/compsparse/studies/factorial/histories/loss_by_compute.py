"""How the loss falls with compute, by embedding dimension (document 004, Figures 5 and 18)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.history import SMALLEST_LOSS
from compsparse.studies.factorial.histories.per_run import per_run

COLUMNS = (
    "embedding_dimension",
    "approximation_complexity",
    "statistical_complexity",
    "run",
    "step",
    "flops",
    "loss",
)


def summarize(table: pd.DataFrame, window: Sequence[float]) -> pd.DataFrame:
    """Return the final loss of each curve, and its log-log slope between two compute fractions."""
    first, last = window
    rows = []
    keys = ["embedding_dimension", "approximation_complexity", "run"]
    for key, curve in table.groupby(keys):
        flops, loss = curve["flops"].to_numpy(), curve["loss"].to_numpy()
        selected = (flops >= first * flops[-1]) & (flops <= last * flops[-1])
        if selected.sum() < 2:
            raise ValueError(
                f"The window {window} of compute holds {selected.sum()} logged steps; a slope "
                "needs two: widen the window or log more steps."
            )
        slope = stats.log_log_slope(flops[selected], np.maximum(loss[selected], SMALLEST_LOSS))
        rows.append((*key, loss[-1], slope))
    return pd.DataFrame(rows, columns=[*keys, "loss", "slope"])


def plateau_order_agreement(rows: pd.DataFrame) -> float | None:
    """Return the share of pairs of dimensions up to (AC) whose final loss falls with dimension."""
    narrow = rows[rows["embedding_dimension"] <= rows["approximation_complexity"]]
    concordant, pairs = stats.concordant_pairs(
        narrow["embedding_dimension"].to_numpy(), -narrow["loss"].to_numpy()
    )
    return concordant / pairs if pairs else None


def power_law_exponent(rows: pd.DataFrame) -> float | None:
    """Return the mean slope over the dimensions that suffice by Theorem 1."""
    enough = rows[rows["embedding_dimension"] >= rows["approximation_complexity"]]
    return None if enough.empty else float(enough["slope"].mean())


def saturation_contrast(rows: pd.DataFrame) -> float | None:
    """Return the slope at the smallest dimension minus that mean: above 0 where it saturates."""
    exponent = power_law_exponent(rows)
    smallest = rows.sort_values("embedding_dimension").iloc[0]
    if exponent is None or smallest["embedding_dimension"] >= smallest["approximation_complexity"]:
        return None
    return float(smallest["slope"] - exponent)


def statistics(table: pd.DataFrame, window: Sequence[float]) -> dict[str, stats.MeanOf]:
    """Return the statistics of curves, of slopes between two fractions of compute."""
    rows = summarize(table, window)
    return {
        **per_run(rows, plateau_order_agreement, support=stats.SHARE),
        **per_run(rows, power_law_exponent, saturation_contrast),
    }
