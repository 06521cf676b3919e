"""Parts that figures by rank share: ticks, points common to all runs, a note on missing ones."""

import pandas as pd

from compsparse.figures import api as fig

_MOST = 5  # ticks


def set_rank_ticks(axes: fig.Axes, last: float) -> None:
    """Set integer ticks, powers of 2, 4, ..., on the logarithmic axis of ranks 1 to ``last``."""
    factor = 2
    while factor**_MOST <= last:
        factor *= 2
    powers = (factor**power for power in range(_MOST + 1))
    fig.set_ticks(axes.xaxis, [tick for tick in powers if tick <= last])


def shared_points(rows: pd.DataFrame, by: str) -> pd.DataFrame:
    """Return the rows at points that occur in every run; ``by`` is the column of the curves."""
    runs = rows.groupby(by)["run"].transform("nunique")
    return rows[rows.groupby([by, "point"])["run"].transform("nunique") == runs]


def unlearned(table: pd.DataFrame, cells: tuple[str, ...] = ("exponent",)) -> str:
    """Return a note on directions that were never learned; ``cells`` identify trainings."""
    counts = table.groupby([*cells, "run"])["unlearned"].max()
    if not counts.sum():
        return ""
    return (
        f"\n{int(counts.sum())} directions were never learned, in {int((counts > 0).sum())} of "
        f"{len(counts)} runs: not shown."
    )
