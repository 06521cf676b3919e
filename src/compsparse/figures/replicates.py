"""From tidy rows to one array per curve: a row per replicate, a column per point."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64


def require_columns(table: pd.DataFrame, columns: Sequence[str], source: str) -> None:
    """Check that ``table`` has rows and all ``columns``.

    Raises:
        ValueError: a column is missing, or there is no row; names ``source`` and the column.
    """
    missing = [column for column in columns if column not in table.columns]
    if missing:
        raise ValueError(
            f"{source}: the column {', '.join(map(repr, missing))} is missing; the table has "
            f"{', '.join(map(repr, table.columns))}. Rebuild it with the evaluate step."
        )
    if table.empty:
        raise ValueError(f"{source}: the table has no rows. Rebuild it with the evaluate step.")


def replicate_curves(
    rows: pd.DataFrame, *, point: str, value: str, replicate: str = "run"
) -> tuple[Float64[np.ndarray, " point"], Float64[np.ndarray, "replicate point"]]:
    """Return the points in increasing order and the values of all replicates at them.

    Raises:
        ValueError: two rows share replicate and point, a replicate lacks a point, or a value is
            not finite.
    """
    twice = rows.duplicated([replicate, point])
    if twice.any():
        first = rows[twice].iloc[0]
        raise ValueError(
            f"Two rows have {replicate} = {first[replicate]} and {point} = {first[point]}; a curve "
            f"takes one {value} for each."
        )
    wide = rows.pivot(index=replicate, columns=point, values=value).sort_index(axis=1)
    values = wide.to_numpy(dtype=np.float64)
    wrong = np.argwhere(~np.isfinite(values))
    if len(wrong):
        at_replicate, at_point = wide.index[wrong[0, 0]], wide.columns[wrong[0, 1]]
        raise ValueError(
            f"{replicate} = {at_replicate} has no finite {value} at {point} = {at_point}: the row "
            "is missing or its training diverged. Look at the table's rows of this replicate."
        )
    return wide.columns.to_numpy(dtype=np.float64), values
