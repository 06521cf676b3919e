"""Cells of a sweep whose network is too narrow for an exact solution (document 004, Theorem 1)."""

import pandas as pd


def narrow(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the cells whose dimension is below their own (AC)."""
    return rows[rows["embedding_dimension"] < rows["approximation_complexity"]]
