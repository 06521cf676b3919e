"""Loss against compute, one curve per embedding dimension (document 004, Figure 5).

The document reads: a power law in compute first, then a plateau that the dimension sets.
"""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories import loss_by_compute
from compsparse.studies.factorial.histories.history import read_history


@stats.evaluates
def run(inputs: stats.Inputs, *, parents: int, window: Sequence[float]) -> stats.Evaluation:
    """Evaluate the curves of ``parents``; ``window``: slopes between two fractions of compute."""
    columns = ("parents", *loss_by_compute.COLUMNS)
    families = [read_history(path).curves(*columns) for path in stats.many(inputs, "histories")]
    every = pd.concat(families, ignore_index=True)
    table = every[every["parents"] == parents].drop(columns="parents").reset_index(drop=True)
    stats.require_balanced(table[table["step"] == 0], ["embedding_dimension"])
    return stats.Evaluation(table, loss_by_compute.statistics(table, window))
