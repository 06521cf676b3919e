"""How many networks outside of the regime are as compositional as those in it?

The documents predict none. The threshold is set by the networks in the regime, target by target:
all but the lowest 5 % of them lie above it.

In the regime, by connectivity: a genome's own wiring, trained from random weights. By depth and
connectivity: a network after the last round of similarity-based pruning, at the best depth. Out of
it: dense networks; networks of another wiring with as many weights; and pruned ones whose depth is
``apart`` layers or more from the best one. Pruned networks that are nearer to it belong to neither.

The best depth of a target and a method is that of the largest mean excess of alignment over all
seeds but the network's own, so that no network is at the best depth by its own noise.
"""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
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


OWN, BEST = "own wiring", "best depth"
DENSE, OTHER_DEPTH, OTHER_WIRING = "dense", "other depth", "other wiring"
INSIDE, OUTSIDE = (OWN, BEST), (DENSE, OTHER_DEPTH, OTHER_WIRING)
MEASURE = "excess_alignment"
QUANTILE = 0.05  # of the networks in the regime: the rate at which they fall below the threshold

_COLUMNS = ["target", "kind", "run", MEASURE, "group"]
_KEPT_WIRINGS = {"own": OWN, "dense": DENSE}  # other kinds are controls


def groups_of_wirings(networks: pd.DataFrame) -> pd.DataFrame:
    """Return the trained networks of the table of wirings with their ``group``."""
    trained = networks[~networks["reference"] & (networks["kind"] != "genome")]
    groups = trained["kind"].map(lambda kind: _KEPT_WIRINGS.get(kind, OTHER_WIRING))
    return trained.assign(group=groups)[_COLUMNS]


def groups_of_depths(networks: pd.DataFrame, apart: int) -> pd.DataFrame:
    """Return dense networks, and pruned ones after the last round, with their ``group``."""
    trained = networks[~networks["reference"]]
    last = trained[trained["stage"] == trained.groupby("kind")["stage"].transform("max")]
    dense = last["kind"] == "dense"
    parts = [last[dense].assign(group=DENSE)]
    for _, rows in last[~dense].groupby(["target", "kind"], sort=False):
        best = rows["run"].map(best_depths(rows))
        away = (rows["depth"] - best).abs()
        groups = np.where(away == 0, BEST, np.where(away >= apart, OTHER_DEPTH, ""))
        parts.append(rows.assign(group=groups)[groups != ""])
    return pd.concat(parts)[_COLUMNS]


def best_depths(rows: pd.DataFrame) -> dict[int, float]:
    """Return for each run the best depth of the others; NaN if none of them is comparable."""
    wide = rows.pivot(index="run", columns="depth", values=MEASURE)
    found: dict[int, float] = {}
    for run in wide.index:
        means = wide.drop(index=run).mean().dropna()
        found[int(run)] = float(means.idxmax()) if len(means) else float("nan")
    return found


def threshold(excess: Float64[np.ndarray, " network"]) -> float:
    """Return the excess above which a network looks like one in the regime."""
    return float(np.quantile(excess, QUANTILE))
