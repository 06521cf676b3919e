"""Judged edits in files: an axis over targets, draws, kinds of edits, and repeats."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float64

from compsparse.studies.regime.judging.calibration import JudgedEdit
from compsparse.studies.regime.judging.edits import BROKEN, MEANINGFUL
from workflow_engine.artifacts.named_axes import read_dataclass

KINDS = (*MEANINGFUL, *BROKEN)
Numbers = Float64[np.ndarray, "target run kind repeat"]


@dataclass(frozen=True)
class StoredEdits:
    """What a file holds; the rest of an edit is its place."""

    effect: Numbers
    score: Numbers
    score_with_symmetry: Numbers
    symmetric: Bool[np.ndarray, " target"]


def edit_arrays(edits: Sequence[Sequence[Sequence[JudgedEdit]]]) -> dict[str, np.ndarray]:
    """Return what a file holds of the edits of each target and draw, kind by kind."""
    shape = (len(edits), len(edits[0]), len(KINDS), -1)

    def values(name: str) -> np.ndarray:
        rows = [[[getattr(row, name) for row in draw] for draw in runs] for runs in edits]
        return np.array(rows).reshape(shape)

    numbers = {name: values(name) for name in ("effect", "score", "score_with_symmetry")}
    return numbers | {"symmetric": np.array([runs[0][0].symmetric for runs in edits])}


def read_edits(path: Path, targets: Sequence[str]) -> list[list[JudgedEdit]]:
    """Return the edits of each draw, of all targets; ``targets`` are their names in order."""
    found = read_dataclass(path, StoredEdits)
    number, runs, kinds, repeats = found.score.shape
    if (number, kinds) != (len(targets), len(KINDS)):
        raise ValueError(
            f"{path.name} has {number} targets and {kinds} kinds of edits; needed are "
            f"{len(targets)} and {len(KINDS)}: draw the edits again."
        )
    return [
        [
            JudgedEdit(
                kind,
                kind in MEANINGFUL,
                target,
                bool(found.symmetric[place]),
                repeat,
                float(found.effect[place, run, row, repeat]),
                float(found.score[place, run, row, repeat]),
                float(found.score_with_symmetry[place, run, row, repeat]),
            )
            for place, target in enumerate(targets)
            for row, kind in enumerate(KINDS)
            for repeat in range(repeats)
        ]
        for run in range(runs)
    ]
