"""Do edits of two parts compose, in the genome's own network and in dense networks?

Document 001, abstract: networks trained by gradient are rarely compositional. A network that has
the parts of its target shows, with two of them edited, the sum of both changes.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, known_mean
from compsparse.studies.regime.scores.stored import TargetKind

ARRAYS = {
    "run": Int64[np.ndarray, " network"],
    "stage": Int64[np.ndarray, " network"],
    "error": Float64[np.ndarray, " network"],
    "parts": Int64[np.ndarray, " network"],
    "relative_error": Float64[np.ndarray, "network pair"],
}


@stats.evaluates
def run(inputs: stats.Inputs, *, combinations: Sequence[TargetKind]) -> stats.Evaluation:
    """Return a row per pair of edits, and differences between dense networks and the genome.

    Args:
        combinations: labels of each file. Kinds are genome, dense, and stopped, dense networks kept
            at several updates.
    """
    paths = stats.many(inputs, "combinations")
    table = pd.concat(
        [_read(path, labels) for path, labels in zip(paths, combinations, strict=True)],
        ignore_index=True,
    ).dropna(subset=["relative_error"])
    keys = ["target", "kind", "run", "stage", "error"]
    medians = table.groupby(keys, sort=False)["relative_error"].median().reset_index()
    statistics: Statistics = {}
    for target, rows in medians.groupby("target", sort=False):
        by_kind = {kind: networks.set_index("run") for kind, networks in rows.groupby("kind")}
        # a network whose changes are all of one part has no pairs, and no rows
        if {"dense", "genome"} <= by_kind.keys():
            gaps = by_kind["dense"]["relative_error"] - by_kind["genome"]["relative_error"]
            statistics |= known_mean(f"gap_{target}", gaps)
        if "stopped" in by_kind:
            stages = by_kind["stopped"].pivot(columns="stage", values="relative_error")
            early = stages.iloc[:, 0] - stages.iloc[:, -1]
            statistics |= known_mean(f"early_{target}", early)
    return stats.Evaluation(table, statistics)


def _read(path: Path, labels: TargetKind) -> pd.DataFrame:
    found = stats.read_named_axes(path, ARRAYS)
    relative = found["relative_error"]
    pairs = relative.shape[1]
    per_network = {
        name: np.repeat(found[name], pairs) for name in ("run", "stage", "error", "parts")
    }
    return pd.DataFrame(
        vars(labels)
        | per_network
        | {"pair": np.tile(np.arange(pairs), len(relative)), "relative_error": relative.ravel()}
    )
