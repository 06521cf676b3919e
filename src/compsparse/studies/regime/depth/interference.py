"""Do networks whose units interfere less have the higher scores? (Document 001, abstract.)"""

import numpy as np
import pandas as pd
from jaxtyping import Float64


def correlations_with_orthogonality(
    networks: pd.DataFrame, column: str
) -> Float64[np.ndarray, " run"]:
    """Return the correlation of a column with orthogonality over the networks of each run.

    Both less their means over the runs of one target, depth and kind, so that only what differs
    between like networks counts. Runs in which either does not vary are left out.
    """
    known = networks.dropna(subset=[column, "orthogonality"])
    both = known[[column, "orthogonality"]]
    cells = known.groupby(["target", "depth", "kind"])[[column, "orthogonality"]]
    less = both - cells.transform("mean")
    found = [
        float(np.corrcoef(rows[column], rows["orthogonality"])[0, 1])
        for _, rows in less.groupby(known["run"])
        if len(rows) > 1 and (rows.std() > 0).all()
    ]
    return np.array(found, dtype=np.float64)
