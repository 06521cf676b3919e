"""Loss against compute, one curve per embedding dimension (document 004, Figure 5).

The document reads: a power law in compute first, then a plateau that the dimension sets.
"""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories import history, loss_by_compute
from compsparse.studies.factorial.histories.curves import curves


@stats.evaluates
def run(inputs: stats.Inputs, *, parents: int, window: Sequence[float]) -> stats.Evaluation:
    """Evaluate the curves of ``parents``; ``window``: slopes between two fractions of compute."""
    columns = ("parents", *loss_by_compute.COLUMNS)
    families = [
        curves(history.read_history(path), columns) for path in stats.many(inputs, "histories")
    ]
    every = pd.concat(families, ignore_index=True)
    table = every[every["parents"] == parents].drop(columns="parents").reset_index(drop=True)
    if table.empty:
        raise ValueError(
            f"parents is {parents}; the histories hold runs with {sorted(set(every['parents']))}."
        )
    stats.require_balanced(table[table["step"] == 0], ["embedding_dimension"])
    rows = loss_by_compute.summarize(table, window)
    return stats.Evaluation(table, stats.replicate_statistics(rows, loss_by_compute.STATISTICS))
