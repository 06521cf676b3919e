"""Accuracy of the offline judge on edits of targets whose meaning is known.

Every edit changes the picture as much as a weight sweep does, by a root mean square of 0.08
+- 15 %. Edits alternate between two halves. The threshold is the one of the highest balanced
accuracy on the first half; its accuracy is measured on the second. The headline and the score with
symmetry are calibrated separately, the latter on symmetric targets only: elsewhere it is the
headline.

Edits are made from the pictures of targets; no network is involved.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32, Float64

from compsparse.studies.regime.judging.edits import BROKEN, MEANINGFUL, Edit, EditLaw
from compsparse.studies.regime.judging.judge import JudgedTarget, judge_changes
from compsparse.studies.regime.judging.sweep import EFFECT, TOLERANCE

_DRAWS = 20  # attempts per edit: a drawn part may be too small for the effect
_BISECTIONS = 30
_NARROW = 0.01  # of the effect: tolerance at which the search for the size ends


@dataclass(frozen=True)
class JudgedEdit:
    """A row of the calibration table; scores are NaN if no such edit has the effect."""

    edit: str
    meaningful: bool
    target: str
    symmetric: bool  # whether the target is
    repeat: int
    effect: float
    score: float
    score_with_symmetry: float

    @property
    def tested(self) -> bool:
        """Whether the threshold is tested on it; otherwise it is chosen on it."""
        return self.repeat % 2 == 1


@dataclass(frozen=True)
class Threshold:
    """Where a score begins to count as meaningful, and its accuracies on the second half."""

    value: float
    balanced_accuracy: float  # mean of the accuracies of meaningful and of broken edits
    accuracy_of_edits: dict[str, float]


@dataclass(frozen=True)
class Calibration:
    """The calibration table and what follows from it."""

    rows: list[JudgedEdit]
    headline: Threshold
    with_symmetry: Threshold | None  # None if no target is symmetric


def calibrated(rows: Sequence[JudgedEdit]) -> Calibration:
    """Choose and test a threshold for each of the two scores on judged edits."""
    symmetric = [row for row in rows if row.symmetric]
    return Calibration(
        rows=list(rows),
        headline=_tested_threshold(rows, [row.score for row in rows]),
        with_symmetry=_tested_threshold(symmetric, [row.score_with_symmetry for row in symmetric])
        if symmetric
        else None,
    )


def best_threshold(
    scores: Float64[np.ndarray, " edit"], meaningful: Bool[np.ndarray, " edit"]
) -> float:
    """Return the threshold of the highest balanced accuracy, halfway between two scores."""
    # ties: the one in the widest gap, then the lowest
    if meaningful.all() or not meaningful.any():
        raise ValueError("A threshold needs both meaningful and broken edits to be chosen on.")
    values = np.unique(scores)
    if len(values) == 1:
        return float(values[0])
    middles = (values[:-1] + values[1:]) / 2
    passed = scores >= middles[:, None]
    accuracy = (passed[:, meaningful].mean(axis=1) + (~passed[:, ~meaningful]).mean(axis=1)) / 2
    best = np.flatnonzero(accuracy >= accuracy.max() - 1e-12)
    return float(middles[best[np.argmax(np.diff(values)[best])]])


def matched_edit(
    edit: Edit, original: Float64[np.ndarray, "row column 3"]
) -> Float64[np.ndarray, "row column 3"] | None:
    """Return the edited picture that differs by the effect of sweeps; None if none does."""
    low, high = 0.0, edit.largest
    size = high
    nearest, missed = original, 1.0
    for _ in range(_BISECTIONS):
        picture = edit.picture(size)
        effect = _effect(picture, original) / EFFECT
        if abs(effect - 1) < missed:
            nearest, missed = picture, abs(effect - 1)
        if missed < _NARROW or (size == edit.largest and effect < 1):
            break
        low, high = (low, size) if effect > 1 else (size, high)
        size = (low + high) / 2
    return nearest if missed <= TOLERANCE else None


def _effect(
    picture: Float64[np.ndarray, "row column 3"], original: Float64[np.ndarray, "row column 3"]
) -> float:
    return float(np.sqrt(np.mean((picture - original) ** 2)))


def judged_edits(
    name: str, target: JudgedTarget, random: np.random.Generator, repeats: int
) -> list[JudgedEdit]:
    """Draw edits of one target, kind by kind, and judge them; ``repeats`` of each kind."""
    base = _flat(target.rgb)
    rows: list[JudgedEdit] = []
    for kinds, meaningful in ((MEANINGFUL, True), (BROKEN, False)):
        for kind, law in kinds.items():
            for repeat in range(repeats):
                picture = _drawn_edit(law, target, random)
                effect = score = with_symmetry = float("nan")
                if picture is not None:
                    effect = _effect(picture, target.rgb)
                    scores = judge_changes(target, base, (_flat(picture) - base)[None])
                    score, with_symmetry = (
                        float(found[0]) for found in (scores.headline, scores.with_symmetry)
                    )
                facts = (kind, meaningful, name, target.symmetric, repeat)
                rows.append(JudgedEdit(*facts, effect, score, with_symmetry))
    return rows


def _drawn_edit(
    law: EditLaw, target: JudgedTarget, random: np.random.Generator
) -> Float64[np.ndarray, "row column 3"] | None:
    """Return a picture with an edit that has the effect; None if no draw has it."""
    for _ in range(_DRAWS):
        edit = law(target, random)
        picture = None if edit is None else matched_edit(edit, target.rgb)
        if picture is not None:
            return picture
    return None


def _tested_threshold(rows: Sequence[JudgedEdit], scores: Sequence[float]) -> Threshold:
    score = np.array(scores)
    made = np.isfinite(score)
    meaningful = np.array([row.meaningful for row in rows])
    testing = np.array([row.tested for row in rows])
    kinds = np.array([row.edit for row in rows])
    chosen = made & ~testing
    value = best_threshold(score[chosen], meaningful[chosen])
    tested = made & testing
    right = (score >= value) == meaningful
    passes, fails = (_share(right[tested & (meaningful == side)]) for side in (True, False))
    return Threshold(
        value=value,
        balanced_accuracy=(passes + fails) / 2,
        accuracy_of_edits={
            kind: _share(right[tested & (kinds == kind)]) for kind in (*MEANINGFUL, *BROKEN)
        },
    )


def _share(right: Bool[np.ndarray, " edit"]) -> float:
    return float(right.mean()) if len(right) else float("nan")


def _flat(rgb: Float64[np.ndarray, "row column 3"]) -> Float32[np.ndarray, "3 pixel"]:
    return np.ascontiguousarray(rgb.reshape(-1, 3).T.astype(np.float32))
