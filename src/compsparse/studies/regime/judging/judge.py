"""The offline judge: a score in [0, 1] for each change of an image, computed locally.

The headline is the mean of two terms: is the change connected (``components``), and does it
respect the parts of the target (``segments``)? The second column adds, for mirror-symmetric targets
only, whether it keeps the symmetry. The headline is without it, because a network may keep a
symmetry by its wiring alone, for any weights.

The score is our reconstruction: document 001 asks a vision-language model and gives no formula.
Badly fitting networks score high, since a blurred picture changes smoothly: a score is meaningful
only relative to other networks at the same error (``null``).
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.regime.judging.grid import on_grid
from compsparse.studies.regime.judging.terms import (
    connected_share,
    explained_by_segments,
    is_symmetric,
    segmented,
    symmetry_kept,
)


@dataclass(frozen=True)
class JudgedTarget:
    """A target on the grid of the judged images, with its segments."""

    rgb: Float64[np.ndarray, "row column 3"]
    segments: Int64[np.ndarray, "row column"]
    symmetric: bool

    @classmethod
    def from_picture(cls, rgb: Float32[np.ndarray, "row column channel"]) -> "JudgedTarget":
        """Return the target of a picture of 256 x 256 pixels."""
        picked = on_grid(rgb)
        return cls(picked, segmented(picked), is_symmetric(picked))


@dataclass(frozen=True)
class Scores:
    """Scores of changes of one image, each in [0, 1]."""

    headline: Float64[np.ndarray, " change"]  # mean of components and segments
    with_symmetry: Float64[np.ndarray, " change"]  # of all three; headline where not symmetric


def judge_changes(
    target: JudgedTarget,
    base: Float32[np.ndarray, "3 pixel"],
    changes: Float32[np.ndarray, "change 3 pixel"],
) -> Scores:
    """Return the scores of ``changes`` of the image ``base`` of a network, or of the target."""
    components = connected_share(changes)
    segments = explained_by_segments(changes, target.segments)
    headline = (components + segments) / 2
    if not target.symmetric:
        return Scores(headline, headline)
    return Scores(headline, (components + segments + symmetry_kept(base, changes)) / 3)
