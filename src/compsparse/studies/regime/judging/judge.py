"""The offline judge: a score in [0, 1] for each change of an image, without asking anybody.

The headline is the mean of two terms: does the change keep together (``components``), and does it
respect the parts of the target (``segments``)? The second column adds, for mirror-symmetric targets
only, whether it keeps the symmetry. The headline is without it, because a network may keep a
symmetry by its wiring alone, whatever its weights.

The score is our reconstruction: document 001 asks a vision-language model and gives no formula.
Badly fitting networks score high, since a blurred picture changes smoothly: a score means something
only next to the score of other networks at the same error (``null``).
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.regime.judging.components import connected_share
from compsparse.studies.regime.judging.grid import JUDGED, on_grid
from compsparse.studies.regime.judging.mirror_symmetry import is_symmetric, symmetry_kept
from compsparse.studies.regime.judging.segments import explained_by_segments, segmented
from compsparse.studies.regime.judging.sweep import State, Sweep


@dataclass(frozen=True)
class JudgedTarget:
    """What the judge knows of a target, on the grid of the judged images."""

    rgb: Float64[np.ndarray, "row column 3"]
    segments: Int64[np.ndarray, "row column"]
    symmetric: bool

    @classmethod
    def of(
        cls,
        rgb: Float32[np.ndarray, "row column channel"],
        side: int = JUDGED,
        symmetric: bool | None = None,
    ) -> "JudgedTarget":
        """Return the target of a picture of 256 x 256 pixels; symmetry is measured, unless told."""
        picked = on_grid(rgb, side)
        return cls(
            picked, segmented(picked), is_symmetric(picked) if symmetric is None else symmetric
        )


@dataclass(frozen=True)
class Scores:
    """Terms and scores of changes of one image, each in [0, 1]."""

    components: Float64[np.ndarray, " change"]
    segments: Float64[np.ndarray, " change"]
    symmetry: Float64[np.ndarray, " change"]  # NaN where the target is not symmetric
    headline: Float64[np.ndarray, " change"]  # mean of components and segments
    with_symmetry: Float64[np.ndarray, " change"]  # of all three; headline where not symmetric


@dataclass(frozen=True)
class NetworkScore:
    """What the sweeps of a network say about it; scores are NaN if no sweep was matched."""

    headline: float  # mean over sweeps
    with_symmetry: float
    meaningful: float  # share of sweeps whose headline reaches the threshold
    meaningful_with_symmetry: float
    judged: int  # matched sweeps
    inert_share: float  # of all sweeps
    unmatched_share: float


def judge_changes(
    target: JudgedTarget,
    base: Float32[np.ndarray, "3 pixel"],
    changes: Float32[np.ndarray, "change 3 pixel"],
) -> Scores:
    """Return the scores of ``changes`` of the image ``base`` of a network, or of the target."""
    components = connected_share(changes)
    segments = explained_by_segments(changes, target.segments)
    symmetry = np.full(len(changes), np.nan)
    headline = (components + segments) / 2
    with_symmetry = headline
    if target.symmetric:
        symmetry = symmetry_kept(base, changes)
        with_symmetry = (components + segments + symmetry) / 3
    return Scores(components, segments, symmetry, headline, with_symmetry)


def score_network(
    sweep: Sweep, scores: Scores, threshold: float, threshold_with_symmetry: float
) -> NetworkScore:
    """Return the mean score of a network's sweeps, and the share above each threshold."""
    judged = int(sweep.matched.sum())
    if len(scores.headline) != judged:
        raise ValueError(f"Got scores of {len(scores.headline)} changes; {judged} were matched.")
    return NetworkScore(
        headline=_mean(scores.headline),
        with_symmetry=_mean(scores.with_symmetry),
        meaningful=_mean(scores.headline >= threshold),
        meaningful_with_symmetry=_mean(scores.with_symmetry >= threshold_with_symmetry),
        judged=judged,
        inert_share=sweep.share(State.INERT),
        unmatched_share=sweep.share(State.UNMATCHED),
    )


def _mean(values: np.ndarray) -> float:
    return float(np.mean(values)) if len(values) else float("nan")
