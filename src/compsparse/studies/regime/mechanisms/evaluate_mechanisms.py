"""Flatness, volume and gradient noise of compositional and fractured networks of equal error.

At a low error only the genome's own network, noised and trained back, is comparable to dense ones,
which have forty times as many weights. Networks with the genome's wiring do not fit well from
random weights; wirings with as many weights are compared at the error that these reach.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, known_mean
from compsparse.studies.regime.mechanisms.generate_landscape import SPACES
from compsparse.studies.regime.mechanisms.kinds import DENSE, GENOME, OWN, PERMUTED, REWIRED
from compsparse.studies.regime.mechanisms.walls import SIZES, log_distances
from compsparse.studies.regime.scores.stored import TargetKind, read_scores

# of the steps, relative to the weights: where most errors rise by their curvature
FLATNESS_SIZE = 2.0**-8
WALL = 2.0  # relative error at which the volume ends
ARRAYS = {
    "run": Int64[np.ndarray, " network"],
    "error": Float64[np.ndarray, " network"],
    "noise_trace": Float64[np.ndarray, " network"],
    "gradient_norm": Float64[np.ndarray, " network"],
    "around": Float64[np.ndarray, "space network direction size"],
}
REACHED = {"reached": Bool[np.ndarray, " network"], "retries": Int64[np.ndarray, " network"]}
_OWN_WEIGHTS = ("rise_own", "distance_own", "noise", "alignment")
_MEASURES = (*_OWN_WEIGHTS, "rise_all", "distance_all")


@stats.evaluates
def run(inputs: stats.Inputs, *, networks: Sequence[TargetKind]) -> stats.Evaluation:
    """Return a row per network, and differences between networks of one seed.

    All measures are log10: rise, the mean of the error after steps of 0.4 % of the weights over
    the error, minus 1; distance, the mean over directions of the log of the relative step that
    doubles the error; each for steps in the network's own weights and in all of its shape; noise,
    the simple noise scale in pixels.
    """
    files = zip(
        networks,
        stats.many(inputs, "networks"),
        stats.many(inputs, "landscapes"),
        stats.many(inputs, "scores"),
        strict=True,
    )
    parts: list[pd.DataFrame] = []
    for labels, descents, landscapes, scores in files:
        found = stats.read_named_axes(landscapes, ARRAYS)
        judged = read_scores(scores, vars(labels), found["run"])
        named = judged[[*vars(labels), "run", "stage", "count", "error", "alignment"]]
        outcome = stats.read_named_axes(descents, REACHED)
        parts.append(named.assign(**outcome, **_measures(found)))
    table = pd.concat(parts, ignore_index=True)
    statistics: Statistics = {"reached": stats.exact(float(table["reached"].mean()), len(table))}
    for target, rows in table[table["reached"]].groupby("target", sort=False):
        by_kind = {
            measure: rows.pivot(index="run", columns="kind", values=measure).reindex(
                columns=[GENOME, DENSE, OWN, REWIRED, PERMUTED]
            )
            for measure in _MEASURES
        }
        for measure, wide in by_kind.items():
            statistics |= known_mean(f"{measure}_over_dense_{target}", wide[GENOME] - wide[DENSE])
        for measure in _OWN_WEIGHTS:
            wide = by_kind[measure]
            controls = (wide[REWIRED] + wide[PERMUTED]) / 2
            statistics |= known_mean(f"{measure}_over_controls_{target}", wide[OWN] - controls)
    return stats.Evaluation(table, statistics)


def _measures(found: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    flat = int(np.flatnonzero(SIZES == FLATNESS_SIZE)[0])
    measures: dict[str, np.ndarray] = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        noise = np.log10(found["noise_trace"] / found["gradient_norm"])
        # undefined without a gradient, and where the mean error falls
        measures["noise"] = np.where(np.isfinite(noise), noise, np.nan)
        for space, around in zip(SPACES, found["around"], strict=True):
            rise = np.log10(around[:, :, flat].mean(axis=1) / found["error"] - 1)
            measures[f"rise_{space}"] = np.where(np.isfinite(rise), rise, np.nan)
            measures[f"distance_{space}"] = np.array(
                [
                    log_distances(errors, SIZES, WALL * error).mean()
                    for errors, error in zip(around, found["error"], strict=True)
                ]
            )
    return measures
