"""Loss against compute, one curve per embedding dimension (document 004, Figure 5).

The document reads: a power law in compute first, then a plateau that the dimension sets.
"""

import pandas as pd

from compsparse.statistics.replicates import replicate_metrics, require_balanced
from compsparse.steps import Inputs, Outputs, Params, many
from compsparse.studies.factorial.histories.curves import curves
from compsparse.studies.factorial.histories.history import read_history
from compsparse.studies.factorial.histories.loss_by_compute import COLUMNS, STATISTICS, summarize

RESULT = "factorial_compression_compute"


def run(inputs: Inputs, params: Params) -> Outputs:
    """Evaluate the curves of the graphs with ``params["parents"]`` parents per output factor.

    Params: root_seed; parents; window, two shares of a run's compute between which slopes are
    fitted.

    Raises:
        ArtifactError: an unusable history.
        ValueError: no run with that number of parents, dimensions that were not trained with the
            same replicates, or an unusable window.
    """
    parents = params["parents"]
    histories = [read_history(path) for path in many(inputs, "histories")]
    families = [curves(history, ("parents", *COLUMNS)) for history in histories]
    every = pd.concat(families, ignore_index=True)
    table = every[every["parents"] == parents].drop(columns="parents").reset_index(drop=True)
    if table.empty:
        raise ValueError(
            f"parents is {parents}; the histories hold runs with {sorted(set(every['parents']))}."
        )
    require_balanced(table[table["step"] == 0], ["embedding_dimension"])
    metrics = replicate_metrics(
        summarize(table, tuple(params["window"])),
        STATISTICS,
        result=RESULT,
        root_seed=params["root_seed"],
    )
    return {"table": table, "metrics": {RESULT: metrics}}
