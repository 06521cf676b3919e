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
    of_round,
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
    painting: Sequence[str] = (),
    earlier: Sequence[str] = (),
    parts: bool = True,
) -> Outputs:
    """Return one row per network of the last stage of each kind.

    Where dense networks are compared there is an ``excess``.

    Args:
        result: its full id.
        labels: of each file of ``measures``.
        paints: SSIM from which a network paints its target.
        pairs: whose differences are metrics, see ``measured.differences``.
        readings: measures that are compared.
        kinds: that the table has; all without any.
        exact: kinds whose ``largest_<kind>_error`` is a metric.
        painting: pairs whose shares that paint are compared, too.
        earlier: pairs that are compared after the first round, too; then the table has all stages.
        parts: whether those of the pictures are known; if not there is no alignment, no excess.
    """

    def evaluate(inputs: Inputs) -> stats.Evaluation:
        table = read_measures(stats.many(inputs, "measures"), labels, paints)
        if not parts:
            table = table.drop(columns="alignment")
        elif DENSE in set(table["kind"]):
            table = with_excess(table)
        if kinds:
            table = table[table["kind"].isin(kinds)]
        last = last_stages(table)
        found = {**shares_that_paint(last), **differences(last, pairs, readings)}
        found |= differences(last, painting, ["paints"])
        if earlier:
            first = of_round(table, 1)
            begun = {**shares_that_paint(first), **differences(first, earlier)}
            found |= {f"round_1_{name}": value for name, value in begun.items()}
        for kind in exact:
            error = float(last.loc[last["kind"] == kind, "error"].max())
            found[f"largest_{kind}_error"] = stats.exact(error)
        return stats.Evaluation(table if earlier else last, found)

    return Evaluating(evaluate, result)(inputs, root_seed=root_seed)
