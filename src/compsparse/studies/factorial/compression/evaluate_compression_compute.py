"""Loss against compute, one curve per embedding dimension (document 004, Figure 5).

The document reads: a power law in compute first, then a plateau that the dimension sets.
"""

import pandas as pd

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.statistics.replicates import replicate_statistics, require_balanced
from compsparse.steps import Inputs, Params, many
from compsparse.studies.factorial.histories import loss_by_compute
from compsparse.studies.factorial.histories.curves import curves
from compsparse.studies.factorial.histories.history import read_history


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Evaluate the curves of the graphs with ``params["parents"]`` parents per output factor.

    Params: parents; window, two shares of a run's compute between which slopes are fitted.
    """
    parents = params["parents"]
    columns = ("parents", *loss_by_compute.COLUMNS)
    families = [curves(read_history(path), columns) for path in many(inputs, "histories")]
    every = pd.concat(families, ignore_index=True)
    table = every[every["parents"] == parents].drop(columns="parents").reset_index(drop=True)
    if table.empty:
        raise ValueError(
            f"parents is {parents}; the histories hold runs with {sorted(set(every['parents']))}."
        )
    require_balanced(table[table["step"] == 0], ["embedding_dimension"])
    rows = loss_by_compute.summarize(table, tuple(params["window"]))
    return Evaluation(table, replicate_statistics(rows, loss_by_compute.STATISTICS))
