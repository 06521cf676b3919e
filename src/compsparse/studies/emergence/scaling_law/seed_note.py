"""What a caption says about seeds: how many there are, and how many were left out."""

import pandas as pd


def seeds(table: pd.DataFrame, complete: str = "complete") -> str:
    """Return the number of seeds of a table, and of those that did not learn all directions."""
    learned = table.groupby("run")[complete].all()
    missed = int((~learned.astype(bool)).sum())
    note = "1 seed" if len(learned) == 1 else f"{len(learned)} seeds"
    return note if not missed else f"{note} ({missed} left out where a direction was not learned)"
