"""What the figures of this theme say about their runs."""

import pandas as pd


def sgd_note(table: pd.DataFrame) -> str:
    """Say that the numbers are SGD's, how many seeds there are, and how many runs overflowed."""
    cells = ["exponent", "rank", "excess", "run"]
    runs = table.drop_duplicates(cells)
    return (
        f"Online SGD on whole students; {table['run'].nunique()} seeds; "
        f"{int(runs['overflowed'].sum())} of {len(runs)} runs overflow."
    )


def beta(exponent: float) -> str:
    """Return the name of a teacher's exponent."""
    return f"β = {exponent:g}"
