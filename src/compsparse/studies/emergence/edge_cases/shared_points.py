"""Points that every run has, where runs may lack some: directions that were never learned."""

import pandas as pd


def shared_points(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows at points that occur in every run."""
    runs = rows["run"].nunique()
    present = rows.groupby("point")["run"].transform("nunique")
    return rows[present == runs]


def unlearned(table: pd.DataFrame, cells: tuple[str, ...] = ("exponent",)) -> str:
    """Say how many directions of how many runs were never learned, if any, on a line of its own.

    Args:
        table: with the columns ``run``, ``unlearned`` and ``cells``.
        cells: columns that tell trainings apart.
    """
    counts = table.groupby([*cells, "run"])["unlearned"].max()
    if not counts.sum():
        return ""
    return (
        f"\n{int(counts.sum())} directions were never learned, in {int((counts > 0).sum())} of "
        f"{len(counts)} runs: not shown."
    )
