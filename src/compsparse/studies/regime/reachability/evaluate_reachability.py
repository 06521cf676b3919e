"""How compositional do dense networks stay that begin near a compositional solution?

What is kept: (a - n) / (s - n), with a the alignment of a network, s that of the solution before
any training, in the same shape with all its weights, and n that of dense networks from random
starts at the network's error. It is 1 for the solution and 0 for random starts.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.embedding.generate_embedding import read_embedding
from compsparse.studies.regime.reachability.reach import reach
from compsparse.studies.regime.scores.nearest_excess import with_nearest_excess
from compsparse.studies.regime.scores.stored import read_scores

_ARRAYS = {
    "run": Int64[np.ndarray, " network"],
    "start": Float64[np.ndarray, " network"],
    "moved": Float64[np.ndarray, " network"],
    "random": Bool[np.ndarray, " network"],
    "retries": Int64[np.ndarray, " network"],
}
_WORST = 0.1  # decades of the error beyond all dense networks, from where on nothing is said


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per network: solutions, trained ones, and dense reference networks.

    Inputs: networks and their scores; solutions, the genomes' networks; references, scores. Params:
    networks, the target of each file of networks and of its scores; references, the labels
    target and kind.
    """
    files = zip(
        stats.many(inputs, "networks"),
        stats.many(inputs, "scores"),
        params["networks"],
        strict=True,
    )
    networks = pd.concat([_read(*one) for one in files], ignore_index=True)
    deviations = [read_embedding(path)[2] for path in stats.many(inputs, "solutions")]
    references = pd.concat(
        [
            read_scores(path, label)
            for path, label in zip(
                stats.many(inputs, "references"), params["references"], strict=True
            )
        ],
        ignore_index=True,
    )
    solutions = networks["stage"] == 0
    judged = with_nearest_excess(networks[~solutions], references, ["target"])
    # a network that fits worse than all dense ones has learned nothing that could be compared
    judged.loc[judged["beyond"] > _WORST, "excess_alignment"] = np.nan
    whole = judged["target"].map(networks[solutions].groupby("target")["alignment"].mean())
    null = judged["alignment"] - judged["excess_alignment"]
    # of a solution that is no better than dense networks nothing can be kept
    over = (whole - null).where(whole > null)
    judged = judged.assign(kept=judged["excess_alignment"] / over)
    table = pd.concat(
        [
            judged.assign(reference=False),
            networks[solutions].assign(reference=False),
            references.assign(reference=True),
        ],
        ignore_index=True,
    )
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "deviation": stats.exact(max(deviations), len(deviations))
    }
    for target, rows in judged.groupby("target", sort=False):
        near, random = rows[~rows["random"]], rows[rows["random"]]
        smallest = near[near["distance"] == near["distance"].min()]
        statistics |= _mean(f"excess_{target}", smallest["excess_alignment"])
        statistics |= _mean(f"random_excess_{target}", random["excess_alignment"])
        wide = near.pivot(index="run", columns="distance", values="kept")
        distances = wide.columns.to_numpy(dtype=np.float64)
        reaches = pd.Series(
            [reach(distances, kept) for kept in wide.to_numpy(dtype=np.float64)], wide.index
        )
        margin = np.log10(random.set_index("run")["start"] / reaches)
        statistics |= _mean(f"random_over_reach_{target}", margin)
    return stats.Evaluation(table, statistics)


def _mean(name: str, values: pd.Series) -> dict[str, stats.MeanOf]:
    known = values.dropna().to_numpy(dtype=np.float64)
    return {name: stats.MeanOf(known)} if len(known) else {}


def _read(networks: Path, scores: Path, target: str) -> pd.DataFrame:
    """Return the scores of one file of networks, and how they began."""
    found = stats.read_named_axes(networks, _ARRAYS)
    judged = read_scores(scores, {"target": target})
    if not np.array_equal(found["run"], judged["run"]):
        raise ValueError(
            f"{scores} holds scores of runs {judged['run'].tolist()}, {networks} networks of runs "
            f"{found['run'].tolist()}; both must be of the same networks."
        )
    columns = {name: found[name] for name in ("start", "moved", "random", "retries")}
    # starts of one distance differ by rounding
    rounded = [float(f"{value:.3g}") for value in found["start"]]
    return judged.assign(**columns, distance=rounded)
