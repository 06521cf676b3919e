"""The volume ratio over width and depth, in three readings (document 001, Figure 6).

The document gives ratio = C(W, P) / Total, but neither what Total counts nor the role of depth, so
all three readings are reconstructions. Monte Carlo of the second and the third checks their
algebra; it is not the document's experiment on trained networks.

Reading 1: among all ways in which units of each layer can live, those with exactly P of them. A
state names the live units of every layer, at least one each: Total = (2^W - 1)^L. It counts as
compositional if exactly P units live in every layer, C(W, P)^L states, and if the depth suffices to
join P primitives two by two, L >= ceil(log2 P):

    ratio(W, L) = (C(W, P) / (2^W - 1))^L, and 0 for L < ceil(log2 P).

As the L-th power of a fraction it falls with depth, so its sweet spot is the smallest depth that
suffices.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.volume.random_wiring import (
    half_height_width,
    mean_field_ratios,
    wiring_ratios,
)
from compsparse.studies.regime.volume.separation import TooManyStatesError, separation_ratios

COUNTING, SEPARATION, WIRING = "live units", "separation", "random wiring"
READINGS = (COUNTING, SEPARATION, WIRING)
EXACT, MEAN_FIELD, MONTE_CARLO = "exact", "mean field", "Monte Carlo"


@dataclass(frozen=True)
class Drawn:
    """Random wirings and masks, as ``generate_monte_carlo`` describes them."""

    primitives: int
    copying: float
    density: float
    masks: int
    width: Int64[np.ndarray, " width"]
    wiring: Float64[np.ndarray, "group width depth"]
    mask_width: Int64[np.ndarray, " mask_width"]
    separated: Int64[np.ndarray, "group mask_width mask_depth"]


@stats.evaluates
def run(inputs: stats.Inputs, *, densities: Sequence[float]) -> stats.Evaluation:
    """Return one row per reading, source, group, width and depth, with log10 of the ratio.

    The column ``group`` is empty except for Monte Carlo, and ``copying`` is that of wirings.
    ``log10_ratio`` is minus infinity for a ratio of 0, and empty where a reading is not computed:
    separation in layers too wide for the exact chain, where Monte Carlo would find nothing either.
    Random wiring is exact in narrow layers, and elsewhere the mean field, the limit of wide ones.

    Args:
        densities: q; every width and depth of separation has the best of them.
    """
    drawn = stats.read_dataclass(stats.single(inputs, "monte_carlo"), Drawn)
    primitives, copying = drawn.primitives, drawn.copying
    widths, depth = drawn.width, drawn.wiring.shape[2]
    wiring = [_wiring(primitives, int(width), depth, copying) for width in widths]
    exact_widths = [source == EXACT for source, _ in wiring]
    theory = {
        COUNTING: log10_ratios(primitives, widths.tolist(), range(1, depth + 1)),
        WIRING: _log10(np.array([ratios for _, ratios in wiring])),
    }
    sources = {COUNTING: [EXACT] * len(widths), WIRING: [source for source, _ in wiring]}
    best, separation = _separation(primitives, widths, depth, densities)
    theory[SEPARATION], sources[SEPARATION] = separation, sources[COUNTING]
    frames = [
        _rows(reading, sources[reading], widths, theory[reading], density=density)
        for reading, density in ((COUNTING, np.nan), (SEPARATION, best), (WIRING, np.nan))
    ]
    for group, shares in enumerate(drawn.wiring):
        source = [MONTE_CARLO] * len(widths)
        frames.append(_rows(WIRING, source, widths, _log10(shares), group=float(group)))
    for group, counts in enumerate(drawn.separated):
        source = [MONTE_CARLO] * len(drawn.mask_width)
        found = _log10(counts / drawn.masks)
        facts = {"group": float(group), "density": drawn.density}
        frames.append(_rows(SEPARATION, source, drawn.mask_width, found, **facts))
    peaks = [_peak(theory[reading]) for reading in READINGS]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "spread_of_depths": stats.exact(max(peaks) - min(peaks), len(peaks)),
        "half_height_width": stats.MeanOf(_half_height_widths(drawn.wiring)),
        "separation_over_exact": stats.MeanOf(_separation_over_exact(drawn)),
    }
    if any(exact_widths):
        law = 10.0 ** theory[WIRING][exact_widths]
        shares = drawn.wiring[:, exact_widths]
        statistics["wiring_over_exact"] = stats.MeanOf(shares.sum(axis=(1, 2)) / law.sum())
    table = pd.concat(frames, ignore_index=True).assign(primitives=primitives, copying=copying)
    return stats.Evaluation(table, statistics)


def _half_height_widths(
    wiring: Float64[np.ndarray, "group width depth"],
) -> Float64[np.ndarray, " group"]:
    """Return each group's layers at half height, the mean over widths."""
    return np.array([np.mean([half_height_width(curve) for curve in group]) for group in wiring])


def _separation_over_exact(drawn: Drawn) -> Float64[np.ndarray, " group"]:
    """Return each group's masks that separate, of all widths and depths, over those expected."""
    separated = drawn.separated
    expected = drawn.masks * sum(
        separation_ratios(drawn.primitives, int(width), separated.shape[2], drawn.density).sum()
        for width in drawn.mask_width
    )
    ratios: Float64[np.ndarray, " group"] = separated.sum(axis=(1, 2)) / expected
    return ratios


def _wiring(
    primitives: int, width: int, depth: int, copying: float
) -> tuple[str, Float64[np.ndarray, " depth"]]:
    try:
        return EXACT, wiring_ratios(primitives, width, depth, copying)
    except TooManyStatesError:
        return MEAN_FIELD, mean_field_ratios(primitives, depth, copying)


def _separation(
    primitives: int, widths: Int64[np.ndarray, " width"], depth: int, densities: Sequence[float]
) -> tuple[Float64[np.ndarray, "width depth"], Float64[np.ndarray, "width depth"]]:
    """Return the best density of every width and depth, and log10 of the ratio there."""
    best = np.full((len(widths), depth), np.nan)
    found = np.full((len(widths), depth), np.nan)
    for row, width in enumerate(widths):
        try:
            ratios = np.array(
                [separation_ratios(primitives, int(width), depth, q) for q in densities]
            )
        except TooManyStatesError:
            continue
        best[row] = np.array(densities)[ratios.argmax(axis=0)]
        found[row] = _log10(ratios.max(axis=0))
    if np.isnan(found).all():
        raise ValueError(
            f"There is no exact law of separation at any width of {widths.tolist()}; add a width "
            "of at most 12, for 3 primitives."
        )
    return best, found


def _peak(log10_ratio: Float64[np.ndarray, "width depth"]) -> int:
    """Return the depth, from 1, of the largest ratio of all widths; the smallest one of equals."""
    return int(np.argmax(np.nanmax(log10_ratio, axis=0))) + 1


def _log10(ratios: Float64[np.ndarray, "*cells"]) -> Float64[np.ndarray, "*cells"]:
    with np.errstate(divide="ignore"):
        return np.asarray(np.log10(ratios))


def _rows(
    reading: str,
    sources: list[str],
    widths: Int64[np.ndarray, " width"],
    log10_ratio: Float64[np.ndarray, "width depth"],
    *,
    group: float = np.nan,
    density: float | Float64[np.ndarray, "width depth"] = np.nan,
) -> pd.DataFrame:
    depths = np.arange(1, log10_ratio.shape[1] + 1)
    return pd.DataFrame(
        {
            "reading": reading,
            "source": np.repeat(sources, len(depths)),
            "group": group,
            "width": np.repeat(widths, len(depths)),
            "depth": np.tile(depths, len(widths)),
            "density": np.broadcast_to(density, log10_ratio.shape).ravel(),
            "log10_ratio": log10_ratio.ravel(),
        }
    )


def least_depth(primitives: int) -> int:
    """Return ceil(log2 P), the depth at which a tree of pairs joins P primitives."""
    return (primitives - 1).bit_length()


def log10_ratio(width: int, depth: int, primitives: int) -> float:
    """Return log10 of the ratio, from exact integers; minus infinity where it is 0."""
    chosen = math.comb(width, primitives)
    if chosen == 0 or depth < least_depth(primitives):
        return -math.inf
    return depth * (math.log10(chosen) - math.log10(2**width - 1))


def log10_ratios(
    primitives: int, widths: Sequence[int], depths: Sequence[int]
) -> Float64[np.ndarray, "width depth"]:
    """Return ``log10_ratio`` of every width and depth."""
    return np.array(
        [[log10_ratio(width, depth, primitives) for depth in depths] for width in widths]
    )
