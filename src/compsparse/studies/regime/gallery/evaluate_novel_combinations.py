"""Do edits of two parts compose, in the genome's own network and in dense networks?

Document 001, abstract: networks trained by gradient are rarely compositional. A network that has
the parts of its target shows, with two of them edited, the sum of what either edit adds.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

ARRAYS = {
    "run": Int64[np.ndarray, " network"],
    "stage": Int64[np.ndarray, " network"],
    "error": Float64[np.ndarray, " network"],
    "parts": Int64[np.ndarray, " network"],
    "relative_error": Float64[np.ndarray, "network pair"],
}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return a row per pair of edits, and what dense networks lack beside the genome.

    Params: combinations, the labels target and kind of each file: genome, dense, or stopped, the
    dense networks that are looked at on the way.
    """
    paths, labels = stats.many(inputs, "combinations"), params["combinations"]
    table = pd.concat(
        [_read(path, of_file) for path, of_file in zip(paths, labels, strict=True)],
        ignore_index=True,
    ).dropna(subset=["relative_error"])
    keys = ["target", "kind", "run", "stage", "error"]
    medians = table.groupby(keys, sort=False)["relative_error"].median().reset_index()
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    for target, rows in medians.groupby("target", sort=False):
        by_kind = {kind: of_kind.set_index("run") for kind, of_kind in rows.groupby("kind")}
        # a network in which no change is of a second part has no pairs, and is not here
        if {"dense", "genome"} <= by_kind.keys():
            gaps = by_kind["dense"]["relative_error"] - by_kind["genome"]["relative_error"]
            statistics |= _mean(f"gap_{target}", gaps.dropna().to_list())
        if "stopped" in by_kind:
            stages = by_kind["stopped"].pivot(columns="stage", values="relative_error")
            early = stages.iloc[:, 0] - stages.iloc[:, -1]
            statistics |= _mean(f"early_{target}", early.dropna().to_list())
    return stats.Evaluation(table, statistics)


def _mean(name: str, values: list[float]) -> dict[str, stats.MeanOf]:
    return {name: stats.MeanOf(np.array(values))} if values else {}


def _read(path: Path, labels: dict[str, str]) -> pd.DataFrame:
    found = stats.read_named_axes(path, ARRAYS)
    relative = found["relative_error"]
    pairs = relative.shape[1]
    per_network = {
        name: np.repeat(found[name], pairs) for name in ("run", "stage", "error", "parts")
    }
    return pd.DataFrame(
        {**labels}
        | per_network
        | {"pair": np.tile(np.arange(pairs), len(relative)), "relative_error": relative.ravel()}
    )
