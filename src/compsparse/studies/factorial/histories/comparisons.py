"""Cells of a sweep: those that are too narrow, and comparisons within groups of cells."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats


def narrow(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the cells whose dimension is below their own (AC), too narrow by Theorem 1."""
    return rows[rows["embedding_dimension"] < rows["approximation_complexity"]]


def order_agreement_within(
    rows: pd.DataFrame, group: str, quantity: str, value: str
) -> float | None:
    """Return the share of pairs of cells in a group whose values are ordered as the quantity."""
    counts = [
        stats.concordant_pairs(cells[quantity].to_numpy(), cells[value].to_numpy())
        for _, cells in rows.groupby(group)
    ]
    concordant, pairs = np.array(counts, dtype=np.float64).reshape(-1, 2).sum(axis=0)
    return float(concordant / pairs) if pairs else None


def log_slope_within(
    rows: pd.DataFrame, group: str, quantity: str, values: pd.Series
) -> float | None:
    """Return the least-squares slope on the ln quantity, with an intercept for each group."""
    logs = pd.Series(np.log(rows[quantity].to_numpy(dtype=np.float64)), index=rows.index)
    centered = logs - logs.groupby(rows[group]).transform("mean")
    if np.allclose(centered, 0):
        return None
    return float((centered * values).sum() / (centered**2).sum())
