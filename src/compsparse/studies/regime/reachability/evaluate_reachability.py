"""Do dense networks that start near a compositional solution stay compositional?

The fraction kept is (a - n) / (s - n), with a the alignment of a network, s that of the solution
before any training, in the same shape with all its weights, and n that of dense networks from
random starts at the network's error. It is 1 for the solution and 0 for random starts.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.embedding.generate_embedding import read_embedding
from compsparse.studies.regime.known_means import Statistics, known_mean
from compsparse.studies.regime.reachability.reach import reach
from compsparse.studies.regime.scores.excess import with_nearest_excess
from compsparse.studies.regime.scores.stored import TargetKind, read_labelled, read_scores

_ARRAYS = {
    "run": Int64[np.ndarray, " network"],
    "start": Float64[np.ndarray, " network"],
    "moved": Float64[np.ndarray, " network"],
    "random": Bool[np.ndarray, " network"],
    "retries": Int64[np.ndarray, " network"],
}
_WORST = 0.1  # decades of the error above all dense networks at which comparison ends


@stats.evaluates
def run(
    inputs: stats.Inputs, *, networks: Sequence[str], references: Sequence[TargetKind]
) -> stats.Evaluation:
    """Return one row per network: solutions, trained ones, and dense reference networks.

    Inputs: networks and their scores; solutions, the genomes' networks; references, scores.

    Args:
        networks: target of each file of networks and of its scores.
    """
    files = zip(stats.many(inputs, "networks"), stats.many(inputs, "scores"), networks, strict=True)
    scored = pd.concat([_read(*paths_and_target) for paths_and_target in files], ignore_index=True)
    deviations = [read_embedding(path)[2] for path in stats.many(inputs, "solutions")]
    dense_references = read_labelled(stats.many(inputs, "references"), references)
    solutions = scored["stage"] == 0
    judged = with_nearest_excess(scored[~solutions], dense_references, ["target"])
    # a network that fits worse than all dense ones has learned nothing that could be compared
    judged.loc[judged["beyond"] > _WORST, "excess_alignment"] = np.nan
    whole = judged["target"].map(scored[solutions].groupby("target")["alignment"].mean())
    null = judged["alignment"] - judged["excess_alignment"]
    # a solution that is no better than dense networks has nothing to keep
    over = (whole - null).where(whole > null)
    judged = judged.assign(kept=judged["excess_alignment"] / over)
    table = pd.concat(
        [
            judged.assign(reference=False),
            scored[solutions].assign(reference=False),
            dense_references.assign(reference=True),
        ],
        ignore_index=True,
    )
    statistics: Statistics = {"deviation": stats.exact(max(deviations), len(deviations))}
    for target, rows in judged.groupby("target", sort=False):
        near, random = rows[~rows["random"]], rows[rows["random"]]
        smallest = near[near["distance"] == near["distance"].min()]
        statistics |= known_mean(f"excess_{target}", smallest["excess_alignment"])
        statistics |= known_mean(f"random_excess_{target}", random["excess_alignment"])
        wide = near.pivot(index="run", columns="distance", values="kept")
        distances = wide.columns.to_numpy(dtype=np.float64)
        reaches = pd.Series(
            [reach(distances, kept) for kept in wide.to_numpy(dtype=np.float64)], wide.index
        )
        margin = np.log10(random.set_index("run")["start"] / reaches)
        statistics |= known_mean(f"random_over_reach_{target}", margin)
    return stats.Evaluation(table, statistics)


def _read(networks: Path, scores: Path, target: str) -> pd.DataFrame:
    """Return the scores of one file of networks, and how they began."""
    found = stats.read_named_axes(networks, _ARRAYS)
    judged = read_scores(scores, {"target": target}, found["run"])
    columns = {name: found[name] for name in ("start", "moved", "random", "retries")}
    # starts of one distance differ by rounding
    rounded = [float(f"{value:.3g}") for value in found["start"]]
    return judged.assign(**columns, distance=rounded)
