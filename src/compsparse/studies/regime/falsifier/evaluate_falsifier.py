"""How many networks outside of the regime are as compositional as those in it?

The documents predict none. The threshold is set by the networks in the regime, target by target:
all but the lowest 5 % of them lie above it.
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
from compsparse.studies.regime.known_means import Statistics
from workflow_engine.artifacts.tables import read_table


@stats.evaluates
def run(inputs: stats.Inputs, *, apart: int) -> stats.Evaluation:
    """Return one row per network in the regime or outside of it, with its excess of alignment.

    Inputs: depths and wirings, tables of ``depth_scores`` and ``wiring``.

    Args:
        apart: layers from the best depth from which on a pruned network is outside.
    """
    networks = pd.concat(
        [
            groups_of_depths(read_table(stats.single(inputs, "depths")), apart),
            groups_of_wirings(read_table(stats.single(inputs, "wirings"))),
        ],
        ignore_index=True,
    )
    known = networks.dropna(subset=[MEASURE])
    members = known[known["group"].isin(INSIDE)]
    limits = {
        target: threshold(rows[MEASURE].to_numpy(dtype="float64"))
        for target, rows in members.groupby("target")
    }
    limit = networks["target"].map(limits)
    table = networks.assign(threshold=limit, above=networks[MEASURE] > limit)
    # left out: networks whose error no dense one has, and targets without a threshold
    outside = table[table["group"].isin(OUTSIDE)].dropna(subset=[MEASURE, "threshold"])
    statistics: Statistics = {"judged": stats.exact(len(known) / len(networks), len(networks))}
    for name, groups in {"share": OUTSIDE, **{_name(group): (group,) for group in OUTSIDE}}.items():
        shares = outside[outside["group"].isin(groups)].groupby("run")["above"].mean()
        if len(shares):
            statistics[name] = stats.MeanOf(shares.to_numpy(dtype="float64"), stats.SHARE)
    return stats.Evaluation(table, statistics)


def _name(group: str) -> str:
    return f"share_{group.replace(' ', '_')}"
