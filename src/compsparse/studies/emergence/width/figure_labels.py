"""Parts that figures of this theme share: the teacher that is shown, and widths."""

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
