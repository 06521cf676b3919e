"""Flatness, volume and gradient noise of compositional and fractured networks of equal error.

At a good fit only the genome's own network, noised and trained back, can stand beside dense ones,
which have forty times its weights. Networks with the genome's wiring from random weights do not fit
well; at the error that they reach, wirings of the same count are compared.
"""

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.mechanisms.generate_landscape import SPACES
from compsparse.studies.regime.mechanisms.kinds import DENSE, GENOME, OWN, PERMUTED, REWIRED
from compsparse.studies.regime.mechanisms.walls import SIZES, log_distances
from compsparse.studies.regime.scores.stored import read_scores

FLATNESS_SIZE = (
    2.0**-8
)  # of the steps, relative to the weights: where most errors rise by their curvature
WALL = 2.0  # of the error: where the volume ends
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
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return a row per network, and differences between networks of one seed.

    Params: networks, the labels target and kind of each file of networks, landscapes and scores.

    All measures are log10: rise, the mean of the error after steps of 0.4 % of the weights over
    the error, minus 1; distance, the mean over directions of the log of the relative step that
    doubles the error; each for steps in the network's own weights and in all of its shape; noise,
    the simple noise scale in pixels.
    """
    files = zip(
        params["networks"],
        stats.many(inputs, "networks"),
        stats.many(inputs, "landscapes"),
        stats.many(inputs, "scores"),
        strict=True,
    )
    parts: list[pd.DataFrame] = []
    for labels, networks, landscapes, scores in files:
        judged = read_scores(scores, labels)
        found = stats.read_named_axes(landscapes, ARRAYS)
        if not np.array_equal(found["run"], judged["run"]):
            raise ValueError(f"{landscapes} and {scores} are not about the same networks.")
        named = judged[[*labels, "run", "stage", "count", "error", "alignment"]]
        outcome = stats.read_named_axes(networks, REACHED)
        parts.append(named.assign(**outcome, **_measures(found)))
    table = pd.concat(parts, ignore_index=True)
    share = stats.exact(float(table["reached"].mean()), len(table))
    statistics: dict[str, stats.Interval | stats.MeanOf] = {"reached": share}
    for target, rows in table[table["reached"]].groupby("target", sort=False):
        of = {
            measure: rows.pivot(index="run", columns="kind", values=measure).reindex(
                columns=[GENOME, DENSE, OWN, REWIRED, PERMUTED]
            )
            for measure in _MEASURES
        }
        for measure, wide in of.items():
            statistics |= _mean(f"{measure}_over_dense_{target}", wide[GENOME] - wide[DENSE])
        for measure in _OWN_WEIGHTS:
            wide = of[measure]
            controls = (wide[REWIRED] + wide[PERMUTED]) / 2
            statistics |= _mean(f"{measure}_over_controls_{target}", wide[OWN] - controls)
    return stats.Evaluation(table, statistics)


def _measures(found: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    at = int(np.flatnonzero(SIZES == FLATNESS_SIZE)[0])
    measures: dict[str, np.ndarray] = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        noise = np.log10(found["noise_trace"] / found["gradient_norm"])
        # no gradient, no scale; and a mean that falls has no logarithm
        measures["noise"] = np.where(np.isfinite(noise), noise, np.nan)
        for space, around in zip(SPACES, found["around"], strict=True):
            rise = np.log10(around[:, :, at].mean(axis=1) / found["error"] - 1)
            measures[f"rise_{space}"] = np.where(np.isfinite(rise), rise, np.nan)
            measures[f"distance_{space}"] = np.array(
                [
                    log_distances(errors, SIZES, WALL * error).mean()
                    for errors, error in zip(around, found["error"], strict=True)
                ]
            )
    return measures


def _mean(name: str, values: pd.Series) -> dict[str, stats.MeanOf]:
    known = values.dropna().to_numpy(dtype=np.float64)
    return {name: stats.MeanOf(known)} if len(known) else {}
