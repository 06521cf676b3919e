"""Which networks are in the regime of the documents, and which are not: formal definitions.

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
