"""Step ``evaluate`` of results that compare kinds of networks, as the plan says.

Statistics are shares that paint, and differences between kinds, by scene.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.statistics import api as stats
from compsparse.statistics.evaluation import Evaluating
from compsparse.studies.regime.measures.measured import (
    DENSE,
    READINGS,
    differences,
    last_stages,
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
    kinds: Sequence[str] = (),
    exact: Sequence[str] = (),
) -> Outputs:
    """Return one row per network of the last stage of each kind.

    Where dense networks are compared there is an ``excess``. Where no parts of the pictures are
    known there is neither that nor an alignment.

    Args:
        result: its full id.
        labels: of each file of ``measures``.
        paints: SSIM from which a network paints its target.
        pairs: whose differences are metrics, see ``measured.differences``.
        readings: measures that are compared.
        kinds: that the table has; all without any.
        exact: kinds whose ``largest_<kind>_error`` is a metric.
    """

    def evaluate(inputs: Inputs) -> stats.Evaluation:
        table = read_measures(stats.many(inputs, "measures"), labels, paints)
        if table["alignment"].isna().all():
            table = table.drop(columns="alignment")
        elif DENSE in set(table["kind"]):
            table = with_excess(table)
        if kinds:
            table = table[table["kind"].isin(kinds)]
        table = last_stages(table)
        found = {**shares_that_paint(table), **differences(table, pairs, readings)}
        for kind in exact:
            error = float(table.loc[table["kind"] == kind, "error"].max())
            found[f"largest_{kind}_error"] = stats.exact(error)
        return stats.Evaluation(table, found)

    return Evaluating(evaluate, result)(inputs, root_seed=root_seed)
