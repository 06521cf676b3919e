"""Parts that figures of this theme share: the teacher that is shown, widths, mean slopes."""

import numpy as np
import pandas as pd

MODEL = "Population flow (not SGD)"


def middle_exponent(table: pd.DataFrame) -> tuple[float, pd.DataFrame]:
    """Return the middle exponent of a table, and its rows."""
    exponents = np.sort(table["exponent"].unique())
    shown = float(exponents[len(exponents) // 2])
    return shown, table[table["exponent"] == shown]


def table_widths(rows: pd.DataFrame) -> list[int]:
    """Return the numbers of neurons of a table, in increasing order."""
    return sorted(int(width) for width in rows["neurons"].unique())


def mean_slope(rows: pd.DataFrame, x: str, y: str) -> float:
    """Return the mean over runs of the slope of ln y on ln x."""
    slopes = [
        np.polyfit(np.log(run_rows[x].to_numpy()), np.log(run_rows[y].to_numpy()), 1)[0]
        for _, run_rows in rows.groupby("run")
    ]
    return float(np.mean(slopes))
