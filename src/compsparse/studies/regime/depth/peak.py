"""When does a score peak at a depth? A rule for one target, and its rate of false alarms.

The depth of the largest mean is chosen on all seeds but one, and the margin is measured on the one
left out: by how much its score there exceeds the higher of the two sides, some layers shallower or
deeper. So choosing the largest of noisy means gives no advantage. At the edge of the grid, where
one side is missing, no peak can be seen, and the margin is 0.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64
from scipy import stats

_LEVEL = 0.05
_INTERIOR = 0.8  # fraction of the bootstraps
_BOOTSTRAPS = 200

Scores = Float64[np.ndarray, "seed depth"]
Depths = Int64[np.ndarray, " depth"]


@dataclass(frozen=True)
class Peak:
    """The rule on one target."""

    best: int  # depth of the largest mean
    p: float  # of the larger of two one-sided paired t tests against both sides; 1 at an edge
    interior: float  # fraction of bootstraps over seeds whose best depth is not an edge
    half_width: float  # layers over which the mean exceeds half its height over the lower side


def left_out_margins(
    scores: Scores, depths: Depths, apart: int
) -> tuple[Float64[np.ndarray, " seed"], Int64[np.ndarray, " seed"]]:
    """Return each seed's margin over both sides at the best depth of the others, and that depth."""
    if len(scores) < 2:
        raise ValueError(f"A peak is sought over at least 2 seeds; got {len(scores)}.")
    total = scores.sum(axis=0)
    margins, chosen = [], []
    for seed in scores:
        best = int(np.argmax(total - seed))
        below, above = sides(depths, best, apart)
        sided = below.any() and above.any()
        margins.append(
            min(seed[best] - seed[below].mean(), seed[best] - seed[above].mean()) if sided else 0.0
        )
        chosen.append(int(depths[best]))
    return np.array(margins), np.array(chosen)


def sides(depths: Depths, best: int, apart: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which depths are at least ``apart`` layers shallower than the best one, and deeper."""
    return depths <= depths[best] - apart, depths >= depths[best] + apart


def find_peak(scores: Scores, depths: Depths, apart: int, random: np.random.Generator) -> Peak:
    """Return the quantities of the rule for one target."""
    means = scores.mean(axis=0)
    best = int(np.argmax(means))
    below, above = sides(depths, best, apart)
    p = 1.0
    if below.any() and above.any():
        p = max(_p_value(scores[:, best] - scores[:, side].mean(axis=1)) for side in (below, above))
    drawn = random.integers(len(scores), size=(_BOOTSTRAPS, len(scores)))
    bests = scores[drawn].mean(axis=1).argmax(axis=1)
    interior = float(((bests > 0) & (bests < len(depths) - 1)).mean())
    return Peak(int(depths[best]), p, interior, _half_width(means, depths))


def are_peaks(peaks: list[Peak]) -> list[bool]:
    """Return for each target whether it has a peak; p values by Holm over the targets."""
    order = np.argsort([peak.p for peak in peaks], kind="stable")
    rejected = [False] * len(peaks)
    for place, target in enumerate(order.tolist()):
        if peaks[target].p * (len(peaks) - place) >= _LEVEL:
            break
        rejected[target] = True
    return [low and peak.interior >= _INTERIOR for low, peak in zip(rejected, peaks, strict=True)]


def gains_of_own_depth(tables: list[Scores]) -> Float64[np.ndarray, " seed"]:
    """Return, seed by seed, what a target gains from the depth that is best for it.

    Each target's depth is chosen on the other seeds; its score there is compared with its scores at
    the depths of the other targets. Means over targets.
    """
    gains = []
    for seed in range(len(tables[0])):
        chosen = [int(np.delete(scores, seed, 0).mean(axis=0).argmax()) for scores in tables]
        by_target = [
            scores[seed, depth] - np.mean([scores[seed, c] for j, c in enumerate(chosen) if j != i])
            for i, (scores, depth) in enumerate(zip(tables, chosen, strict=True))
        ]
        gains.append(float(np.mean(by_target)))
    return np.array(gains)


def false_alarms(
    tables: list[Float64[np.ndarray, "_seed depth"]],
    depths: Depths,
    apart: int,
    permutations: int,
    random: np.random.Generator,
) -> int:
    """Return the number of permutations in which any target seems to have a peak."""
    # depths are permuted within every seed, so that no depth is better than another
    alarms = 0
    for _ in range(permutations):
        permuted = [random.permuted(scores, axis=1) for scores in tables]
        peaks = [find_peak(scores, depths, apart, random) for scores in permuted]
        alarms += any(are_peaks(peaks))
    return alarms


def _p_value(differences: Float64[np.ndarray, " seed"]) -> float:
    if np.ptp(differences) == 0:
        return 0.0 if differences[0] > 0 else 1.0
    return float(stats.ttest_1samp(differences, 0.0, alternative="greater").pvalue)


def _half_width(means: Float64[np.ndarray, " depth"], depths: Depths) -> float:
    """Return the layers around the largest mean that exceed half its height, interpolated."""
    best = int(np.argmax(means))
    half = (means[best] + means.min()) / 2
    edges = []
    for step in (-1, 1):
        place = best
        while 0 <= place + step < len(means) and means[place + step] > half:
            place += step
        outside = place + step
        if not 0 <= outside < len(means):
            edges.append(float(depths[place]))
            continue
        share = (means[place] - half) / (means[place] - means[outside])
        edges.append(float(depths[place] + share * (depths[outside] - depths[place])))
    return edges[1] - edges[0]
