"""Is the document's choice of one parameter among the best (document 004, Appendix B)?

Figures 11, 12 and 14 compare at equal compute; Figure 16 compares learning rates, whose networks
all cost the same.
"""

from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd

from compsparse.statistics.intervals import exact
from compsparse.statistics.replicates import replicate_metrics
from compsparse.steps import Inputs, Outputs, Params, many
from compsparse.studies.factorial.calibration.compared_curves import compared_curves
from compsparse.studies.factorial.calibration.equal_compute import regret_of_choice

_REGRET = (0.0, np.inf)


def evaluate(
    inputs: Inputs, params: Params, *, result: str, counted: Mapping[str, float] | None = None
) -> Outputs:
    """Return the curves and the metric ``regret_of_choice``.

    Args:
        inputs: ``histories``, one per space.
        params: root_seed; variants, the labels of the compared variants in the order of training;
            chosen, the document's choice among them.
        result: name of the result.
        counted: further metrics, known without sampling error.

    Raises:
        ArtifactError: an unusable history.
        ValueError: a choice that was not compared, or variants with other replicates.
    """
    table = compared_curves(many(inputs, "histories"), params["variants"])
    metrics = replicate_metrics(
        table,
        {"regret_of_choice": (partial(regret_of_choice, chosen=params["chosen"]), _REGRET)},
        result=result,
        root_seed=params["root_seed"],
    )
    metrics |= {name: exact(value).as_metric() for name, value in (counted or {}).items()}
    return {"table": compact(table), "metrics": {result: metrics}}


def compact(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table as it is stored: for drawing, losses need no more than single precision."""
    return table.astype({"loss": np.float32})
