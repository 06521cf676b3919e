"""How many networks outside of the regime are as compositional as those in it?

The documents predict none. Networks in the regime say what counts: all but the lowest 5 % of them,
target by target.
"""

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.falsifier.regimes import (
    INSIDE,
    MEASURE,
    OUTSIDE,
    groups_of_depths,
    groups_of_wirings,
    threshold,
)
from workflow_engine.artifacts.tables import read_table


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network in the regime or outside of it, with its excess of alignment.

    Inputs: depths and wirings, tables of ``depth_scores`` and ``wiring``. Params: apart, layers
    from the best depth on that a pruned network is outside.
    """
    networks = pd.concat(
        [
            groups_of_depths(read_table(stats.single(inputs, "depths")), params["apart"]),
            groups_of_wirings(read_table(stats.single(inputs, "wirings"))),
        ],
        ignore_index=True,
    )
    known = networks.dropna(subset=[MEASURE])
    inside = known[known["group"].isin(INSIDE)]
    limits = {
        target: threshold(rows[MEASURE].to_numpy(dtype="float64"))
        for target, rows in inside.groupby("target")
    }
    limit = networks["target"].map(limits)
    table = networks.assign(threshold=limit, above=networks[MEASURE] > limit)
    # a network whose error no dense one has shows nothing, and neither does a target without limit
    outside = table[table["group"].isin(OUTSIDE)].dropna(subset=[MEASURE, "threshold"])
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "judged": stats.exact(len(known) / len(networks), len(networks))
    }
    for name, groups in {"share": OUTSIDE, **{_name(group): (group,) for group in OUTSIDE}}.items():
        shares = outside[outside["group"].isin(groups)].groupby("run")["above"].mean()
        if len(shares):
            statistics[name] = stats.MeanOf(shares.to_numpy(dtype="float64"), stats.SHARE)
    return stats.Evaluation(table, statistics)


def _name(group: str) -> str:
    return f"share_{group.replace(' ', '_')}"
