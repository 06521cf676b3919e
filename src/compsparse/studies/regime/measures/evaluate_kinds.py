"""Step ``evaluate`` of results that compare kinds of networks, as the plan says.

Statistics are shares that paint, and differences between kinds, by scene.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from compsparse.statistics import api as stats
from compsparse.statistics.evaluation import Evaluating
from compsparse.studies.regime.measures.measured import (
    DENSE,
    READINGS,
    differences,
    ended,
    read_measures,
    shares_that_paint,
    with_excess,
)
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    result: str,
    labels: Sequence[Mapping[str, Any]],
    paints: float,
    pairs: Sequence[str],
    readings: Sequence[str] = READINGS,
    groups: Mapping[str, Sequence[str]] = MappingProxyType({}),
    exact: Sequence[str] = (),
    parts: bool = True,
) -> Outputs:
    """Return one row per network, dense ones at the end of their training.

    Where dense networks are compared there is an ``excess``. Of networks that were pruned in
    several rounds the mean over rounds counts.

    Args:
        result: its full id.
        labels: of each file of ``measures``.
        paints: SSIM from which a network paints its target.
        pairs: whose differences are metrics, see ``measured.differences``.
        readings: measures that are compared.
        groups: kinds that are compared as one.
        exact: kinds whose ``largest_<kind>_error`` is a metric.
        parts: whether those of the pictures are known; if not there is no alignment, no excess.
    """

    def evaluate(inputs: Inputs) -> stats.Evaluation:
        table = read_measures(stats.many(inputs, "measures"), labels, paints)
        if parts and DENSE in set(table["kind"]):
            table = with_excess(table)
        else:
            table = ended(table if parts else table.drop(columns="alignment"))
        found = {**shares_that_paint(table), **differences(table, pairs, readings, groups)}
        for kind in exact:
            error = float(table.loc[table["kind"] == kind, "error"].max())
            found[f"largest_{kind}_error"] = stats.exact(error)
        return stats.Evaluation(table, found)

    return Evaluating(evaluate, result)(inputs, root_seed=root_seed)
