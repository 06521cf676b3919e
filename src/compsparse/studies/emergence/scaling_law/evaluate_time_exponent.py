"""Emergence times against the rank of the direction: T_p grows as p^beta.

Document 003, part I, "Corollary (Emergence & Scaling Laws)", item 1. By the population flow.
"""

from typing import Any

import numpy as np
import pandas as pd

from compsparse.statistics.proportions import interval_of_probability
from compsparse.steps import Inputs, Outputs, Params, many
from compsparse.studies.emergence.metric_names import named
from compsparse.studies.emergence.scaling_law.emergences import Emergences, read_flow
from compsparse.studies.emergence.scaling_law.exponents import mean_over_runs, time_exponents

RESULT = "emergence_time_exponent"


def run(inputs: Inputs, params: Params) -> Outputs:
    """Fit an exponent to every run.

    Inputs: histories, a flow for each of ``exponents``, all from the same starts; large, the same
    with more directions, for each of ``large_exponents``.
    Params: root_seed; exponents and large_exponents, beta of the histories in their order.

    Returns:
        ``table``: a row for each run and direction; ``metrics``: ``exponent_<beta>`` and
        ``large_exponent_<beta>``, means over complete runs, and ``complete_share``, the share of
        starts from which every direction is learned, whatever the exponent.

    Raises:
        ArtifactError: an unusable history.
        ValueError: histories and exponents are of different numbers, or no run is complete.
    """
    rows, metrics, complete = [], {}, []
    for prefix, key, of_prefix in (
        ("exponent", "histories", "exponents"),
        ("large_exponent", "large", "large_exponents"),
    ):
        families = []
        for path, exponent in zip(many(inputs, key), params[of_prefix], strict=True):
            runs = read_flow(path)
            rows.append(_rows(runs, exponent))
            name = named(prefix, exponent)
            metrics[name] = mean_over_runs(
                time_exponents(runs), root_seed=params["root_seed"], name=f"{RESULT}/{name}"
            )
            families.append(runs.complete)
        complete += np.logical_and.reduce(families).tolist()
    share = interval_of_probability(sum(complete), len(complete))
    metrics["complete_share"] = share.as_metric()
    return {"table": pd.concat(rows, ignore_index=True), "metrics": {RESULT: metrics}}


def _rows(runs: Emergences, exponent: float) -> pd.DataFrame:
    count, directions = runs.emergence.shape
    columns: dict[str, Any] = {
        "directions": directions,
        "exponent": exponent,
        "run": np.repeat(np.arange(count), directions),
        "direction": np.tile(np.arange(1, directions + 1), count),
        "time": runs.emergence.ravel(),
        "complete": np.repeat(runs.complete, directions),
    }
    return pd.DataFrame(columns)
